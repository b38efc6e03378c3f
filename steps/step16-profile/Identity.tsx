import { useState } from 'react'
import { linkIdentity, ownIdentity, unlinkIdentity } from '#contract/calls/identity.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { isAtLeast } from '#contract/person/identity.ts'
import { Button } from '#ui/actions/Button.tsx'
import { ConfirmationDialog } from '#ui/auth/ConfirmationDialog.tsx'
import { CallError } from '#ui/callError.ts'
import { Problem } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Row } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useAttempt } from '#ui/useAct.ts'
import { useRead } from '#ui/useRead.ts'

const day = (at: string) => formatDate(at.slice(0, 10) as IsoDate)

/** Who has said who this person is, until when it stands, and whom it lets in; nothing where nobody was asked */
export function Identity() {
  const { call, toast } = useServices()
  const { data: own, again } = useRead(ownIdentity, {})
  const [pending, setPending] = useState<(() => Promise<void>) | null>(null)
  const { busy, problem, attempt } = useAttempt((error) => {
    if (error instanceof CallError && error.code === 'confirm_again') return ''
    setPending(null)
    return error instanceof CallError ? error.message : 'Не получилось. Попробуйте ещё раз.'
  })

  /** What asks for a fresh code is done again after one */
  const act = (work: () => Promise<unknown>, done: string) => {
    const whole = async () => {
      await work()
      setPending(null)
      await again()
      toast(done)
    }
    setPending(() => whole)
    void attempt(whole)
  }

  if (!own || own.records.length + own.links.length === 0) return null
  const latest = own.records.filter(
    ({ provider }, index) => own.records.findIndex((other) => other.provider === provider) === index,
  )
  return (
    <Card title="Подтверждение личности">
      <Rows>
        {latest.map(({ provider, label, at, goodUntil, level }) => {
          const link = own.links.find((one) => one.provider === provider)
          return (
            <Row key={provider}>
              <ListRow
                icon="user"
                title={label}
                sub={`${isAtLeast(level, 'confirmed') ? 'Подтверждено' : 'Данные получены'} ${day(at)}, действует до ${day(goodUntil)}`}
              />
              {link ? (
                <Button
                  small
                  kind="soft"
                  busy={busy}
                  aria-label={`Отвязать: ${label}`}
                  onClick={() =>
                    act(() => call(unlinkIdentity, { params: { linkId: link.id } }), 'Входить так больше нельзя')
                  }
                >
                  Отвязать
                </Button>
              ) : (
                isAtLeast(level, 'confirmed') && (
                  <Button
                    small
                    kind="soft"
                    busy={busy}
                    aria-label={`Входить так: ${label}`}
                    onClick={() => act(() => call(linkIdentity, { body: { provider } }), 'Теперь можно входить так')}
                  >
                    Входить так
                  </Button>
                )
              )}
            </Row>
          )
        })}
      </Rows>
      <Problem>{problem}</Problem>
      <ConfirmationDialog
        open={pending !== null && !busy && problem === ''}
        why="Вы меняете способ входа. Пришлём код на номер, с которым вы вошли."
        onClose={() => setPending(null)}
        onConfirmed={() => pending && void attempt(pending)}
      />
    </Card>
  )
}
