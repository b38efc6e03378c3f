import { useEffect, useState } from 'react'
import { requestSigningCode } from '#contract/calls/requests.ts'
import { Button } from '../actions/Button.tsx'
import { CodeEntry } from '../auth/CodeEntry.tsx'
import { codeProblem, type SentCode, sentAt } from '../auth/codeProblem.ts'
import { Problem } from '../feedback/Notice.tsx'
import { Placeholder } from '../feedback/Placeholder.tsx'
import { Card } from '../frame/Card.tsx'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { Details } from '../show/Details.tsx'
import { Lines } from '../show/Facts.tsx'
import { ListRow } from '../show/ListRow.tsx'
import { Rows } from '../show/Rows.tsx'
import { useAttempt } from '../useAct.ts'

export interface Signed {
  readonly code: string
  readonly package: string
  readonly version: number
  /** The same for the same code: a lost answer is asked for again, not signed again. */
  readonly key: string
}

/** A text to read: its name, a word about it, its address. */
export interface Paper {
  readonly title: string
  readonly sub: string
  readonly href: string
}

type SigningFormProps = {
  requestId: string
  version: number
  purpose: 'application' | 'contract' | 'prolongation' | 'newTerms'
  /** What is signed, above the list of documents */
  about: string
  /** What can be read before the code is asked for, null while it is fetched; with the code comes the list as it is signed */
  before: readonly Paper[] | null
  action: string
  sign(signed: Signed): Promise<void>
}

type Frozen = {
  readonly package: string
  readonly documents: readonly { readonly id: string; readonly title: string; readonly sha256: string }[]
  readonly sent: SentCode
}

/** Lists exactly what is signed, sends the code, signs. One code, one package. */
export function SigningForm({ requestId, version, purpose, about, before, action, sign }: SigningFormProps) {
  const { call } = useServices()
  const [frozen, setFrozen] = useState<Frozen | null>(null)
  const { busy, problem, attempt } = useAttempt(codeProblem)

  // Terms that changed void the code: the list is drawn up anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version or request starts over
  useEffect(() => {
    setFrozen(null)
  }, [requestId, version])

  async function send() {
    const answer = await call(requestSigningCode, { params: { id: requestId }, body: { purpose, version } })
    setFrozen({ package: answer.package, documents: answer.documents, sent: sentAt(Date.now(), answer) })
  }

  // A list that grew under the finger would move the button away.
  if (!before) return <Placeholder />

  const papers = frozen
    ? frozen.documents.map(({ id, title }) => ({
        title,
        sub: 'Скачать PDF',
        href: `/service/requests/${requestId}/documents/${id}`,
      }))
    : before

  return (
    <Stack gap="large">
      <p>{about}</p>
      {papers.length > 0 && (
        <Card title={frozen ? 'Вы подписываете' : 'Прочитайте до подписания'}>
          <Rows>
            {papers.map(({ title, sub, href }) => (
              <ListRow key={href} icon="document" title={title} sub={sub} href={href} away />
            ))}
          </Rows>
        </Card>
      )}
      {frozen && (
        <>
          <CodeEntry
            sent={frozen.sent}
            label="Код из СМС"
            hint="Код — ваша подпись. Никому его не говорите, даже нашим сотрудникам"
            otherwise="Не получилось. Проверьте связь и введите код ещё раз: дважды ничего не подпишется."
            enter={(code, keyFor) =>
              sign({ code, package: frozen.package, version, key: keyFor(frozen.package, code) })
            }
            resend={send}
          />
          <Details title="Контрольные суммы файлов">
            <Lines
              lines={frozen.documents.map(({ id, title, sha256 }) => ({
                label: title,
                value: `SHA-256 ${sha256}`,
                key: id,
              }))}
            />
          </Details>
        </>
      )}
      {!frozen && <Problem>{problem}</Problem>}
      {!frozen && (
        <Button busy={busy} onClick={() => void attempt(send)}>
          {action}
        </Button>
      )}
    </Stack>
  )
}
