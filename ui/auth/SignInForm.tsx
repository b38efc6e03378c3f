import { useEffect, useState } from 'react'
import { sendCode, signIn } from '#contract/calls/auth.ts'
import type { PublishedDocument } from '#contract/calls/documents.ts'
import { phoneField } from '#contract/fields.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { focusField } from '../feedback/focusField.ts'
import { Notice } from '../feedback/Notice.tsx'
import { PhoneField } from '../fields/PhoneField.tsx'
import { Tick } from '../fields/Tick.tsx'
import { useAttempt } from '../form/useAttempt.ts'
import { useForm } from '../form/useForm.ts'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { CodeEntry } from './CodeEntry.tsx'
import { codeProblem, type SentCode, sentAt } from './codeProblem.ts'

type SignInFormProps = {
  /** Words of the first button */
  action: string
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
export function SignInForm({ action, onDone }: SignInFormProps) {
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
  return (
    <Stack gap="large">
      {stage.at === 'phone' && (
        <PhoneStage
          action={action}
          phone={stage.phone}
          busy={busy}
          onPhone={(phone) => void attempt(() => send(phone))}
        />
      )}
      {stage.at === 'code' && (
        <CodeStage
          {...stage}
          onCode={(code) => enter(stage.phone, code)}
          onResend={() => send(stage.phone)}
          onBack={() => back(stage.phone)}
        />
      )}
      {stage.at === 'documents' && (
        <DocumentsStage
          documents={stage.documents}
          busy={busy}
          onAccept={(accepted) =>
            void attempt(() => enter(stage.phone, stage.code, accepted)).then((done) => done || back(stage.phone))
          }
        />
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </Stack>
  )
}

type PhoneStageProps = { action: string; phone: Phone | undefined; busy: boolean; onPhone(phone: Phone): void }

function PhoneStage({ action, phone, busy, onPhone }: PhoneStageProps) {
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
    if (phone && field.id) focusField(field.id)
  }, [phone, field.id])
  return (
    <form {...form.element}>
      <Stack>
        <PhoneField label="Телефон" hint="Пришлём код в СМС" {...field} />
        <Button type="submit" busy={busy}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

type CodeStageProps = {
  phone: Phone
  /** Many ask at the moment: the code may come later, or not before it is asked for again */
  slow: boolean
  sent: SentCode
  onCode(code: string): Promise<void>
  onResend(): Promise<void>
  onBack(): void
}

function CodeStage({ phone, slow, sent, onCode, onResend, onBack }: CodeStageProps) {
  return (
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
    </Stack>
  )
}

type DocumentsStageProps = {
  documents: readonly PublishedDocument[]
  busy: boolean
  onAccept(documents: readonly PublishedDocument[]): void
}

function DocumentsStage({ documents, busy, onAccept }: DocumentsStageProps) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [asked, setAsked] = useState(false)
  const missing = documents.filter((d) => d.required && !ticked.includes(d.id))
  const accept = () => {
    setAsked(true)
    if (missing.length === 0) onAccept(documents.filter((d) => ticked.includes(d.id)))
  }
  return (
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
      <Button busy={busy} onClick={accept}>
        Продолжить
      </Button>
    </Stack>
  )
}
