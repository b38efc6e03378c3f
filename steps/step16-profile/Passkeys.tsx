import { useState } from 'react'
import { addPasskey, listPasskeys, passkeyOptions, removePasskey } from '#contract/calls/passkeys.ts'
import { formatDateTime } from '#contract/zones.ts'
import { Button } from '#ui/actions/Button.tsx'
import { ConfirmationDialog } from '#ui/auth/ConfirmationDialog.tsx'
import { keyProblem, knowsKeys, makeKey } from '#ui/auth/keys.ts'
import { CallError } from '#ui/callError.ts'
import { Problem } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Row } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useAttempt } from '#ui/useAct.ts'
import { useRead } from '#ui/useRead.ts'

/** Keys that sign in without an SMS: added after a code, taken away at any time */
export function Passkeys() {
  const { call, lender, toast } = useServices()
  const { data, again } = useRead(listPasskeys, {})
  const keys = data?.passkeys ?? []
  const [confirming, setConfirming] = useState(false)
  const { isBusy, problem, attempt } = useAttempt((error) => {
    const unsure = error instanceof CallError && error.code === 'confirm_again'
    setConfirming(unsure)
    return unsure ? '' : keyProblem(error)
  })

  const add = () =>
    attempt(async () => {
      const key = await makeKey(await call(passkeyOptions, {}))
      await call(addPasskey, { body: { key } })
      await again()
      toast('Готово: в следующий раз можно войти без СМС')
    }, 'add')
  const remove = (keyId: string) =>
    attempt(async () => {
      await call(removePasskey, { params: { keyId } })
      await again()
      toast('Ключ удалён')
    }, keyId)

  if (!knowsKeys() && keys.length === 0) return null
  return (
    <Card title="Вход без СМС">
      <p>
        Ключ хранится на вашем устройстве и открывается лицом, пальцем или кодом экрана. Выдать его мошенникам нельзя.
        Для подписи и денег код из СМС всё равно понадобится.
      </p>
      <Rows>
        {keys.map((key) => (
          <Row key={key.id}>
            <ListRow
              icon="user"
              title={key.device}
              sub={
                key.usedAt
                  ? `Входили ${formatDateTime(new Date(key.usedAt), lender.zone)}`
                  : `Добавлен ${formatDateTime(new Date(key.addedAt), lender.zone)}`
              }
            />
            <Button
              small
              kind="soft"
              aria-label={`Удалить: ${key.device}`}
              busy={isBusy(key.id)}
              onClick={() => void remove(key.id)}
            >
              Удалить
            </Button>
          </Row>
        ))}
      </Rows>
      {knowsKeys() && (
        <Button kind="soft" busy={isBusy('add')} onClick={() => void add()}>
          Добавить ключ
        </Button>
      )}
      <Problem>{problem}</Problem>
      <ConfirmationDialog
        open={confirming}
        why="Вы добавляете новый способ входа. Пришлём код на номер, с которым вы вошли."
        onClose={() => setConfirming(false)}
        onConfirmed={() => {
          setConfirming(false)
          void add()
        }}
      />
    </Card>
  )
}
