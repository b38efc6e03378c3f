import { type ReactNode, useEffect, useId, useState } from 'react'
import { sendCode, signIn } from '#contract/calls/auth.ts'
import type { PublishedDocument } from '#contract/calls/documents.ts'
import { phoneField } from '#contract/fields.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { focusField } from '../feedback/focusField.ts'
import { Notice, Problem } from '../feedback/Notice.tsx'
import { PhoneField } from '../fields/PhoneField.tsx'
import { Tick } from '../fields/Tick.tsx'
import { useForm } from '../form/useForm.ts'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { useAttempt } from '../useAct.ts'
import { CodeEntry } from './CodeEntry.tsx'
import { codeProblem, type SentCode, sentAt } from './codeProblem.ts'

/** Puts what is asked and its button (none under a code) where the screen has them */
type Place = (asked: ReactNode, button: ReactNode) => ReactNode

type SignInFormProps = {
  /** Words of the first button */
  action: string
  /** A screen with a dock of its own; without it the button stands under the fields */
  place?: Place
  /** The screen is about nothing else: the phone has the focus */
  focused?: boolean
  /** The session is there */
  onDone(newAccount: boolean): void | Promise<void>
}

type Stage =
  | { readonly at: 'phone'; readonly phone?: Phone }
  | { readonly at: 'code'; readonly phone: Phone; readonly slow: boolean; readonly sent: SentCode }
  | {
      readonly at: 'documents'
      readonly phone: Phone
      readonly code: string
      readonly documents: readonly PublishedDocument[]
    }

const readPhone = phoneField()

/** Phone, code from the SMS, and for a new phone the documents to accept: sign-in and sign-up are one way. */
export function SignInForm({ action, place = underneath, focused = false, onDone }: SignInFormProps) {
  const { call } = useServices()
  const [stage, setStage] = useState<Stage>({ at: 'phone' })
  const { busy, problem, attempt } = useAttempt(codeProblem)

  async function send(phone: Phone) {
    const answer = await call(sendCode, { body: { phone } })
    setStage({ at: 'code', phone, slow: answer.slow ?? false, sent: sentAt(Date.now(), answer) })
  }

  async function enter(phone: Phone, code: string, accepted?: readonly PublishedDocument[]) {
    try {
      const refs = accepted?.map(({ id, version }) => ({ id, version }))
      const { newAccount } = await call(signIn, { body: { phone, code, ...(refs && { accepted: refs }) } })
      await onDone(newAccount)
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'documents_required' || accepted) throw error
      setStage({ at: 'documents', phone, code, documents: error.details.documents as PublishedDocument[] })
    }
  }

  // the number stays: whoever mistyped a digit changes the digit
  const back = (phone: Phone) => setStage({ at: 'phone', phone })
  const placed: Place = (asked, button) =>
    place(
      <Stack gap="large">
        {asked}
        <Problem>{problem}</Problem>
      </Stack>,
      button,
    )
  if (stage.at === 'code')
    return (
      <CodeStage
        {...stage}
        place={placed}
        onCode={(code) => enter(stage.phone, code)}
        onResend={() => send(stage.phone)}
        onBack={() => back(stage.phone)}
      />
    )
  if (stage.at === 'documents')
    return (
      <DocumentsStage
        documents={stage.documents}
        place={placed}
        busy={busy}
        onAccept={(accepted) =>
          void attempt(() => enter(stage.phone, stage.code, accepted)).then((done) => done || back(stage.phone))
        }
      />
    )
  return (
    <PhoneStage
      action={action}
      phone={stage.phone}
      focused={focused}
      place={placed}
      busy={busy}
      onPhone={(phone) => void attempt(() => send(phone))}
    />
  )
}

const underneath: Place = (asked, button) => (
  <Stack>
    {asked}
    {button}
  </Stack>
)

type PhoneStageProps = {
  action: string
  phone: Phone | undefined
  focused: boolean
  place: Place
  busy: boolean
  onPhone(phone: Phone): void
}

function PhoneStage({ action, phone, focused, place, busy, onPhone }: PhoneStageProps) {
  const id = useId()
  const [raw] = useState({ phone: phone ?? '' })
  const form = useForm<Phone>({
    raw,
    validate: (raw) => {
      const read = readPhone.safeParse(raw.phone ?? '')
      if (read.success) return { ok: true, answers: read.data as Phone }
      return { ok: false, issues: [{ field: 'phone', message: read.error.issues[0]?.message ?? '' }] }
    },
    onAccept: onPhone,
  })
  const field = form.text('phone')
  // come back to: the button that led here is gone, and with it the focus
  useEffect(() => {
    if ((phone || focused) && field.id) focusField(field.id)
  }, [phone, focused, field.id])
  return place(
    <form {...form.element} id={id}>
      <PhoneField label="Телефон" hint="Пришлём код в СМС" {...field} />
    </form>,
    <Button type="submit" form={id} busy={busy}>
      {action}
    </Button>,
  )
}

type CodeStageProps = {
  phone: Phone
  /** Many ask at the moment: the code may come later, or not before it is asked for again */
  slow: boolean
  sent: SentCode
  place: Place
  onCode(code: string): Promise<void>
  onResend(): Promise<void>
  onBack(): void
}

function CodeStage({ phone, slow, sent, place, onCode, onResend, onBack }: CodeStageProps) {
  return place(
    <Stack>
      <CodeEntry
        sent={sent}
        label="Код из СМС"
        hint={`${slow ? 'Запросили' : 'Отправили'} на ${formatPhone(phone)}. Никому его не говорите`}
        note={
          slow && (
            <Notice tone="info" live>
              Сейчас много запросов: СМС может идти дольше. Если за минуту не пришла, запросите код ещё раз.
            </Notice>
          )
        }
        enter={onCode}
        resend={onResend}
      />
      <Button kind="quiet" onClick={onBack}>
        Другой номер
      </Button>
    </Stack>,
    null,
  )
}

type DocumentsStageProps = {
  documents: readonly PublishedDocument[]
  place: Place
  busy: boolean
  onAccept(documents: readonly PublishedDocument[]): void
}

function DocumentsStage({ documents, place, busy, onAccept }: DocumentsStageProps) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [asked, setAsked] = useState(false)
  const missing = documents.filter((d) => d.required && !ticked.includes(d.id))
  const accept = () => {
    setAsked(true)
    if (missing.length === 0) onAccept(documents.filter((d) => ticked.includes(d.id)))
  }
  return place(
    <Stack>
      <p>Код подошёл. Вы у нас впервые: прочитайте и примите документы, чтобы открыть личный кабинет.</p>
      {documents.map((d) => (
        <Tick
          key={d.id}
          id={`accept-${d.id}`}
          label={`Принимаю: ${d.title}`}
          mark={d.required ? 'обязательно' : 'по желанию'}
          document={{ href: `/docs#${d.id}`, title: 'Прочитать документ' }}
          checked={ticked.includes(d.id)}
          error={asked && missing.includes(d) ? 'Без этого документа кабинет не открыть' : undefined}
          onChange={(on) => setTicked(on ? [...ticked, d.id] : ticked.filter((id) => id !== d.id))}
          onBlur={() => {}}
        />
      ))}
    </Stack>,
    <Button busy={busy} onClick={accept}>
      Продолжить
    </Button>,
  )
}
