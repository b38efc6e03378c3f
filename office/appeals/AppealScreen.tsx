import { Link, useParams } from 'wouter'
import { appealKinds, appealStates, holidayGrounds, outcomeOf } from '#contract/appeals.ts'
import type { CallAnswer } from '#contract/call.ts'
import { officeAppeal } from '#contract/calls/office/appeals.ts'
import { hasRight } from '#contract/roles.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import s from '../loans/Loans.module.css'
import { dayText } from '../loans/words.ts'
import { useStaff } from '../session.ts'
import { useRead } from '../useRead.ts'
import { AskMore } from './AskMore.tsx'
import { Deciding } from './Deciding.tsx'
import { leftText, leftTone } from './words.ts'

export type AppealPage = CallAnswer<typeof officeAppeal>

/** One appeal: what was asked, by when it is answered, and the answer */
export function AppealScreen() {
  const { id = '' } = useParams()
  const { data, error, mutate } = useRead(officeAppeal, { params: { id } }, { once: true })
  if (error) return <Trouble error={error} onAgain={() => void mutate()} />
  if (!data) return <Loading />
  return <Appeal page={data} again={() => void mutate()} />
}

function Appeal({ page, again }: { readonly page: AppealPage; again(): void }) {
  const me = useStaff()
  const waits = page.state === 'open' || page.state === 'papers'
  return (
    <Screen title={`№ ${page.number}: ${appealKinds[page.kind].toLowerCase()}`}>
      <div className={s.columns}>
        <div className={s.part}>
          <Card title={appealStates[page.state]}>
            <Facts page={page} />
          </Card>
          {page.conditions.length > 0 && (
            <Card title="Условия закона">
              <ul className={s.lines}>
                {page.conditions.map(({ title, kept }) => (
                  <li key={title}>
                    <span>{title}</span>
                    <Tag tone={kept ? 'good' : 'bad'}>{kept ? 'да' : 'нет'}</Tag>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {waits && hasRight(me, 'appeals.answer') && <AskMore page={page} again={again} />}
        </div>
        <div className={s.part}>
          <Card title="Что написал клиент">
            <Text>{page.words}</Text>
          </Card>
          {page.papersWanted && (
            <Card title={page.extended ? 'Почему продлён срок' : 'Что запросили'}>
              <Text>{page.papersWanted}</Text>
            </Card>
          )}
          {page.answer && (
            <Card title="Ответ">
              <Text>{page.answer}</Text>
            </Card>
          )}
          {waits && hasRight(me, 'appeals.answer') && <Deciding key={page.version} page={page} again={again} />}
          {waits && !hasRight(me, 'appeals.answer') && <Notice>У вашей роли нет права отвечать.</Notice>}
        </div>
      </div>
    </Screen>
  )
}

function Facts({ page }: { readonly page: AppealPage }) {
  const outcome = page.outcome && outcomeOf(page.kind, page.outcome)
  return (
    <>
      <Lines
        lines={[
          { label: 'Пришло', value: dayText(page.cameOn) },
          { label: 'Ответить до', value: dayText(page.answerBy) },
          ...(page.silenceOn && page.state === 'open'
            ? [{ label: 'Иначе будет, как просит', value: `после ${dayText(page.silenceOn)}` }]
            : []),
          ...(page.ground ? [{ label: 'Причина', value: holidayGrounds[page.ground] }] : []),
          ...(page.months ? [{ label: 'Месяцев', value: String(page.months) }] : []),
          ...(outcome ? [{ label: 'Решение', value: outcome.title }] : []),
          ...(page.decidedBy ? [{ label: 'Решил', value: page.decidedBy }] : []),
        ]}
      />
      {page.left !== null && (
        <p>
          <Tag tone={leftTone(page.left)}>{leftText(page.left)}</Tag>
        </p>
      )}
      {page.loan && (
        <p>
          <Link href={`/loans/${page.loan}`}>Заём</Link>
        </p>
      )}
    </>
  )
}

/** A text as it was written, line by line */
function Text({ children }: { readonly children: string }) {
  return children.split('\n').map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text never change places
    <p key={place}>{line}</p>
  ))
}
