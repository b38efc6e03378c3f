import { useState } from 'react'
import {
  addStaffPasskey,
  removeStaffPasskey,
  staffPasskeyOptions,
  staffPasskeys,
} from '#contract/calls/office/passkeys.ts'
import { Button } from '#ui/actions/Button.tsx'
import { knowsKeys, makeKey } from '#ui/auth/keys.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Problem } from '#ui/feedback/Notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Stack } from '#ui/frame/Stack.tsx'
import { Table } from '#ui/show/Table.tsx'
import { useAttempt } from '#ui/useAct.ts'
import { makeCall } from '../calls.ts'
import { Screen } from '../frame/Screen.tsx'
import { useMoments } from '../moments.ts'
import { useRead } from '../useRead.ts'
import { staffKeyProblem } from './keyWords.ts'
import { AuthenticatorDialog, PasswordDialog } from './OwnSignIn.tsx'

/** What one signs in with: password, authenticator, and passkeys in place of its code */
export function MyKeys() {
  const { data, mutate } = useRead(staffPasskeys, {})
  const moment = useMoments()
  const [changing, setChanging] = useState<'password' | 'authenticator' | null>(null)
  const { busy, problem, attempt } = useAttempt(staffKeyProblem)

  const add = () =>
    attempt(async () => {
      const key = await makeKey(await makeCall(staffPasskeyOptions, {}))
      await makeCall(addStaffPasskey, { body: { key } })
      await mutate()
      toast('Готово: при входе ключ заменит код из приложения')
    })
  const remove = (keyId: string) =>
    attempt(async () => {
      await makeCall(removeStaffPasskey, { params: { keyId } })
      await mutate()
    })

  return (
    <Screen
      title="Мой вход"
      actions={
        <>
          <Button small kind="soft" onClick={() => setChanging('password')}>
            Сменить пароль
          </Button>
          <Button small kind="soft" onClick={() => setChanging('authenticator')}>
            Сменить приложение для кодов
          </Button>
          {knowsKeys() && (
            <Button small busy={busy} onClick={() => void add()}>
              Добавить ключ
            </Button>
          )}
        </>
      }
    >
      <Stack>
        <p>Ключ заменяет код из приложения, пароль остаётся. Добавить ключ можно в первые пять минут после входа.</p>
        {data?.passkeys.length === 0 ? (
          <Empty icon="user" title="Ключей пока нет" />
        ) : (
          <Table
            caption="Ключи для входа"
            rows={data?.passkeys ?? []}
            rowKey={({ id }) => id}
            columns={[
              { key: 'device', title: 'Устройство', head: true, cell: ({ device }) => device },
              { key: 'addedAt', title: 'Добавлен', cell: ({ addedAt }) => moment(addedAt) },
              { key: 'usedAt', title: 'Последний вход', cell: ({ usedAt }) => (usedAt ? moment(usedAt) : '—') },
              {
                key: 'remove',
                title: 'Действие',
                cell: ({ id }) => (
                  <Button small kind="soft" onClick={() => void remove(id)}>
                    Удалить
                  </Button>
                ),
              },
            ]}
          />
        )}
        <Problem>{problem}</Problem>
      </Stack>
      <PasswordDialog open={changing === 'password'} onClose={() => setChanging(null)} />
      <AuthenticatorDialog open={changing === 'authenticator'} onClose={() => setChanging(null)} />
    </Screen>
  )
}
