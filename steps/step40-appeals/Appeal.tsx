import { useState } from 'react'
import { appealKinds, appealStates, appealWays } from '#contract/appeals.ts'
import { type AppealView, acceptNewTerms, supplementAppeal, withdrawAppeal } from '#contract/calls/appeals.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { SigningForm } from '#ui/signing/SigningForm.tsx'
import { useAct } from '#ui/useAct.ts'
import { Papers } from './Papers.tsx'

type Props = { appeal: AppealView; again(): Promise<void> }
type CardProps = Props & { /** Chosen before it was sent */ files: readonly File[] }

const day = (date: string) => formatDate(date as IsoDate)

/** One appeal: where it is, what was answered, and what may be done with it now */
export function Appeal({ appeal, files, again }: CardProps) {
  const { call, showError } = useServices()
  const { state, answer, papersWanted } = appeal
  const { busy, act } = useAct(showError)
  const waits = state === 'open' || state === 'papers' || state === 'offered'

  const withdraw = () =>
    act(async () => {
      await call(withdrawAppeal, { params: { id: appeal.id } })
      await again()
    })

  return (
    <Card title={appealKinds[appeal.kind]} above={`№ ${appeal.number} от ${day(appeal.cameOn)}`}>
      <Lines
        lines={[
          { label: 'Состояние', value: appealStates[state] },
          ...(appeal.way === 'cabinet'
            ? []
            : [{ label: 'Как пришло', value: `${appealWays[appeal.way]}, ${day(appeal.cameOn)}` }]),
          ...(state === 'open' ? [{ label: 'Ответим до', value: day(appeal.answerBy) }] : []),
          ...(appeal.answeredOn ? [{ label: 'Ответ от', value: day(appeal.answeredOn) }] : []),
        ]}
      />
      {papersWanted && state === 'papers' && (
        <Notice tone="warn" title="Нам нужно ещё кое-что">
          {papersWanted}
        </Notice>
      )}
      {papersWanted && state === 'open' && appeal.extended && (
        <Notice title="Срок ответа продлён">{papersWanted}</Notice>
      )}
      {answer && (
        <Notice tone={appeal.outcome === 'refused' ? 'warn' : 'good'} title="Наш ответ">
          {answer}
        </Notice>
      )}
      {appeal.unkept.length > 0 && (
        <>
          <p>Какие условия закона не выполнены:</p>
          <ul>
            {appeal.unkept.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </>
      )}
      {answer && appeal.outcome === 'refused' && (
        <p>Не согласны? Напишите нам жалобу здесь же, или обратитесь в Банк России и к финансовому уполномоченному.</p>
      )}
      {appeal.offer && <Offer appeal={appeal} again={again} />}
      <Papers appeal={appeal} first={files} again={again} />
      {state === 'papers' && <Supplement appeal={appeal} again={again} />}
      <Details title="Что вы написали">
        {appeal.words.split('\n').map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text never change places
          <p key={place}>{line}</p>
        ))}
      </Details>
      {waits && (
        <Button kind="quiet" busy={busy} onClick={() => void withdraw()}>
          Отозвать обращение
        </Button>
      )}
    </Card>
  )
}

function Supplement({ appeal, again }: Props) {
  const { call, showError } = useServices()
  const [words, setWords] = useState('')
  const { busy, act } = useAct(showError)
  const send = () =>
    act(async (keyFor) => {
      const body = { words: words.trim() }
      await call(supplementAppeal, { params: { id: appeal.id }, body }, { key: keyFor(body) })
      await again()
    })
  return (
    <>
      <TextArea label="Ваш ответ" maxLength={4000} value={words} onChange={setWords} />
      <Button busy={busy} disabled={!words.trim()} onClick={() => void send()}>
        Ответить
      </Button>
    </>
  )
}

/** New terms: what is to be paid and when, and the agreement to be signed with a code */
function Offer({ appeal, again }: Props) {
  const { call, refresh, requests, toast } = useServices()
  const { offer } = appeal
  const request = requests?.find(({ loan }) => loan !== undefined && loan.id === appeal.loan)
  if (!offer || !request) return null
  return (
    <>
      <p>Если подписать сегодня, платежи будут такими:</p>
      <Lines
        lines={offer.rows.map(({ date, payment }) => ({
          label: day(date),
          value: formatRoubles(kopecks(payment)),
          key: date,
        }))}
      />
      <p>Предложение действует до {day(offer.until)}. Неустойка, начисленная раньше, останется.</p>
      <SigningForm
        requestId={request._id}
        version={request.version}
        purpose="newTerms"
        about="Код из СМС — ваша подпись под соглашением о новых условиях. Пока оно не подписано, действует прежний график."
        before={[]}
        action="Получить код и соглашение"
        sign={async ({ code, package: frozen, version, key }) => {
          try {
            await call(acceptNewTerms, { params: { id: appeal.id }, body: { code, package: frozen, version } }, { key })
            toast('Новые условия действуют')
          } catch (error) {
            // Another day, or money that has come: the schedule above is drawn anew.
            if (error instanceof CallError && error.code === 'new_terms_moved') await again()
            throw error
          }
          await refresh()
          await again()
        }}
      />
    </>
  )
}
