import { Link, useParams } from 'wouter'
import { appealKinds, appealStates, appealWays, outcomeOf } from '#contract/appeals.ts'
import type { CallAnswer } from '#contract/call.ts'
import { officeAppeal } from '#contract/calls/office/appeals.ts'
import { holidayGrounds } from '#contract/holidays.ts'
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
import { useMoments } from '../moments.ts'
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
  const moment = useMoments()
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
                {page.conditions.map(({ code, title, kept }) => (
                  <li key={code}>
                    <span>{title}</span>
                    <Tag tone={kept === null ? 'plain' : kept ? 'good' : 'bad'}>
                      {kept === null ? 'по документам' : kept ? 'да' : 'нет'}
                    </Tag>
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
          {page.files.length > 0 && (
            <Card title="Что приложил клиент">
              <ul className={s.lines}>
                {page.files.map(({ id, type, at }, place) => (
                  <li key={id}>
                    <a href={`/service/office/appeals/${page.id}/files/${id}`} target="_blank" rel="noreferrer">
                      {type === 'application/pdf' ? `PDF ${place + 1}: скачать` : `Снимок ${place + 1}: открыть`}
                    </a>
                    <span>{moment(at)}</span>
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {page.papersWanted && (
            <Card title={page.extended ? 'Почему продлён срок' : 'Что запросили'}>
              <Text>{page.papersWanted}</Text>
            </Card>
          )}
          {page.way !== 'cabinet' && waits && (
            <Notice title={`Пришло: ${appealWays[page.way].toLowerCase()}`}>
              Клиент увидит ответ в кабинете и получит СМС. Пошлите ответ и тем же способом, каким он обратился.
            </Notice>
          )}
          {page.answer && (
            <Card title="Ответ">
              <Text>{page.answer}</Text>
              {page.unkept.length > 0 && <p>Не выполнено: {page.unkept.join('; ')}.</p>}
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
          { label: 'Пришло', value: `${dayText(page.cameOn)}, ${appealWays[page.way].toLowerCase()}` },
          ...(page.enteredBy ? [{ label: 'Записал', value: page.enteredBy }] : []),
          { label: 'Ответить до', value: dayText(page.answerBy) },
          ...(page.silenceOn && page.state === 'open'
            ? [{ label: 'Иначе будет, как просит', value: `после ${dayText(page.silenceOn)}` }]
            : []),
          ...(page.ground ? [{ label: 'Причина', value: holidayGrounds[page.ground].title }] : []),
          ...(page.months ? [{ label: 'Месяцев', value: String(page.months) }] : []),
          ...(page.serviceUntil ? [{ label: 'Служба до', value: dayText(page.serviceUntil) }] : []),
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
