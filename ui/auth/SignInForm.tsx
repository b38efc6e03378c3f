import { useState } from 'react'
import { sendCode, signIn } from '#contract/calls/auth.ts'
import type { PublishedDocument } from '#contract/calls/documents.ts'
import { phoneField } from '#contract/fields.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Notice } from '../feedback/Notice.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { PhoneField } from '../fields/PhoneField.tsx'
import { Tick } from '../fields/Tick.tsx'
import { useAttempt } from '../form/useAttempt.ts'
import { useForm } from '../form/useForm.ts'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { codeProblem } from './codeProblem.ts'
import { ResendButton } from './ResendButton.tsx'

type SignInFormProps = {
  /** Words of the first button */
  action: string
  /** The session is there */
  onDone(newAccount: boolean): void | Promise<void>
}

type Stage =
  | { readonly at: 'phone' }
  | { readonly at: 'code'; readonly phone: Phone; readonly resendAt: number }
  | {
      readonly at: 'documents'
      readonly phone: Phone
      readonly code: string
      readonly documents: readonly PublishedDocument[]
    }

const readPhone = phoneField()
const nothingTyped = {}

/** Phone, code from the SMS, and for a new phone the documents to accept: sign-in and sign-up are one way. */
export function SignInForm({ action, onDone }: SignInFormProps) {
  const { call } = useServices()
  const [stage, setStage] = useState<Stage>({ at: 'phone' })
  const { busy, problem, attempt } = useAttempt(codeProblem)

  const send = (phone: Phone) =>
    attempt(async () => {
      const { resendAfterSeconds } = await call(sendCode, { body: { phone } })
      setStage({ at: 'code', phone, resendAt: Date.now() + resendAfterSeconds * 1000 })
    })

  const enter = (phone: Phone, code: string, accepted?: readonly PublishedDocument[]) =>
    attempt(async () => {
      try {
        const refs = accepted?.map(({ id, version }) => ({ id, version }))
        const { newAccount } = await call(signIn, { body: { phone, code, ...(refs && { accepted: refs }) } })
        await onDone(newAccount)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'documents_required' || accepted) throw error
        setStage({ at: 'documents', phone, code, documents: error.details.documents as PublishedDocument[] })
      }
    })

  const back = () => setStage({ at: 'phone' })
  return (
    <Stack gap="large">
      {stage.at === 'phone' && <PhoneStage action={action} busy={busy} onPhone={(phone) => void send(phone)} />}
      {stage.at === 'code' && (
        <CodeStage
          key={stage.resendAt}
          {...stage}
          busy={busy}
          onCode={enter}
          onResend={(phone) => void send(phone)}
          onBack={back}
        />
      )}
      {stage.at === 'documents' && (
        <DocumentsStage
          documents={stage.documents}
          busy={busy}
          onAccept={(accepted) => void enter(stage.phone, stage.code, accepted).then((done) => done || back())}
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

function PhoneStage({ action, busy, onPhone }: { action: string; busy: boolean; onPhone(phone: Phone): void }) {
  const form = useForm<Phone>({
    raw: nothingTyped,
    validate: (raw) => {
      const read = readPhone.safeParse(raw.phone ?? '')
      if (read.success) return { ok: true, answers: read.data as Phone }
      return { ok: false, issues: [{ field: 'phone', message: read.error.issues[0]?.message ?? '' }] }
    },
    onAccept: onPhone,
  })
  return (
    <form {...form.element}>
      <Stack>
        <PhoneField label="Телефон" hint="Пришлём код в СМС" {...form.text('phone')} />
        <Button type="submit" busy={busy}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

type CodeStageProps = {
  phone: Phone
  resendAt: number
  busy: boolean
  /** Whether it was right */
  onCode(phone: Phone, code: string): Promise<boolean>
  onResend(phone: Phone): void
  onBack(): void
}

function CodeStage({ phone, resendAt, busy, onCode, onResend, onBack }: CodeStageProps) {
  const [code, setCode] = useState('')
  return (
    <Stack>
      <CodeField
        label="Код из СМС"
        hint={`Отправили на ${formatPhone(phone)}. Никому его не говорите`}
        autoFocus
        disabled={busy}
        value={code}
        onChange={setCode}
        onBlur={() => {}}
        onComplete={(full) => void onCode(phone, full).then((right) => right || setCode(''))}
      />
      <ResendButton resendAt={resendAt} busy={busy} onResend={() => onResend(phone)} />
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
