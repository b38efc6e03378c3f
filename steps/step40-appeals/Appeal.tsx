import { useState } from 'react'
import { appealKinds, appealStates } from '#contract/appeals.ts'
import { type AppealView, acceptNewTerms, supplementAppeal, withdrawAppeal } from '#contract/calls/appeals.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { ConfirmationDialog } from '#ui/auth/ConfirmationDialog.tsx'
import { CallError } from '#ui/callError.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'

type Props = { appeal: AppealView; again(): Promise<void> }

const day = (date: string) => formatDate(date as IsoDate)

/** One appeal: where it is, what was answered, and what may be done with it now */
export function Appeal({ appeal, again }: Props) {
  const { call, showError } = useServices()
  const { state, answer, papersWanted } = appeal
  const [busy, setBusy] = useState(false)
  const waits = state === 'open' || state === 'papers' || state === 'offered'

  async function withdraw() {
    setBusy(true)
    try {
      await call(withdrawAppeal, { params: { id: appeal.id } })
      await again()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={appealKinds[appeal.kind]} above={`№ ${appeal.number} от ${day(appeal.cameOn)}`}>
      <Lines
        lines={[
          { label: 'Состояние', value: appealStates[state] },
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
      {answer && appeal.outcome === 'refused' && (
        <p>Не согласны? Напишите нам жалобу здесь же, или обратитесь в Банк России и к финансовому уполномоченному.</p>
      )}
      {appeal.offer && <Offer appeal={appeal} again={again} />}
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
  const { call, newKey, showError } = useServices()
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const [key] = useState(newKey)
  async function send() {
    setBusy(true)
    try {
      await call(supplementAppeal, { params: { id: appeal.id }, body: { words: words.trim() } }, { key })
      await again()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <TextArea label="Ваш ответ" maxLength={4000} value={words} onChange={setWords} />
      <Button busy={busy} disabled={!words.trim()} onClick={() => void send()}>
        Ответить
      </Button>
    </>
  )
}

/** New terms: what is to be paid and when, and one button that says yes with a code */
function Offer({ appeal, again }: Props) {
  const { call, showError, toast } = useServices()
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { offer } = appeal
  if (!offer) return null

  async function accept() {
    setAsking(false)
    setBusy(true)
    try {
      await call(acceptNewTerms, { params: { id: appeal.id } })
      toast('Новые условия действуют')
      await again()
    } catch (error) {
      if (error instanceof CallError && error.code === 'confirm_again') setAsking(true)
      else showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p>Если согласиться сегодня, платежи будут такими:</p>
      <Lines
        lines={offer.rows.map(({ date, payment }) => ({
          label: day(date),
          value: formatRoubles(kopecks(payment)),
          key: date,
        }))}
      />
      <p>Предложение действует до {day(offer.until)}. Неустойка, начисленная раньше, останется.</p>
      <Button busy={busy} onClick={() => void accept()}>
        Согласиться
      </Button>
      <ConfirmationDialog
        open={asking}
        why="Вы соглашаетесь на новые условия возврата. Пришлём код на номер, с которым вы вошли."
        onClose={() => setAsking(false)}
        onConfirmed={() => void accept()}
      />
    </>
  )
}
