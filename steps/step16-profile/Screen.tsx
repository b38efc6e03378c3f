import { useState } from 'react'
import { endOtherSessions, endSession, profile, withdrawConsent } from '#contract/calls/auth.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatDateTime } from '#contract/zones.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { EmailConfirmation } from '#ui/auth/EmailConfirmation.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Row, Stack } from '#ui/frame/Stack.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useAct } from '#ui/useAct.ts'
import { useRead } from '#ui/useRead.ts'
import { Identity } from './Identity.tsx'
import { NewPhone } from './NewPhone.tsx'
import { OwnData } from './OwnData.tsx'
import { Passkeys } from './Passkeys.tsx'

export default function Screen({ authStatus }: AuthScreenProps) {
  const { call, lender, leave, go, showError, toast } = useServices()
  const { data: person, failure, again: load } = useRead(profile, authStatus === 'ok_auth' ? {} : null)
  const { isBusy, act: attempt } = useAct(showError)

  const act = (what: string, work: () => Promise<unknown>, done: string) =>
    void attempt(async () => {
      await work()
      toast(done)
      await load()
    }, what)

  async function signOut() {
    await leave()
    go('/', { replace: true })
  }

  if (authStatus === 'no_auth') {
    return (
      <Page title="Профиль" heading={null}>
        <Empty
          icon="user"
          title="Войдите, чтобы открыть профиль"
          action={<ButtonLink href="/step2">Войти</ButtonLink>}
        />
      </Page>
    )
  }
  if (!person && failure !== null) return <LoadFailed title="Профиль" back="/step3" why={failure} again={load} />
  if (!person) return <Placeholder />
  return (
    <Page title="Профиль" back="/step3">
      <Card title="Контакты">
        <Lines
          lines={[
            ...(person.name ? [{ label: 'Имя', value: person.name }] : []),
            { label: 'Телефон', value: person.phone },
            { label: 'Почта', value: person.email ?? 'не указана' },
          ]}
        />
        <NewPhone onChanged={load} />
        <NewEmail confirmed={person.email} onConfirmed={load} />
      </Card>
      <Card title="Где выполнен вход">
        <Rows>
          {person.sessions.map((session) => (
            <Row key={session.id}>
              <ListRow
                icon="user"
                title={session.current ? `${session.device} — это вы` : session.device}
                sub={`Были здесь ${formatDateTime(new Date(session.lastSeenAt), lender.zone)}`}
              />
              {!session.current && (
                <Button
                  small
                  kind="soft"
                  aria-label={`Завершить: ${session.device}`}
                  busy={isBusy(session.id)}
                  onClick={() =>
                    act(session.id, () => call(endSession, { params: { sessionId: session.id } }), 'Вход завершён')
                  }
                >
                  Завершить
                </Button>
              )}
            </Row>
          ))}
        </Rows>
        {person.sessions.length > 2 && (
          <Button
            kind="soft"
            busy={isBusy('others')}
            onClick={() => act('others', () => call(endOtherSessions, {}), 'Остальные входы завершены')}
          >
            Завершить все остальные
          </Button>
        )}
        <Button kind="soft" onClick={() => void signOut()}>
          Выйти
        </Button>
      </Card>
      <Identity />
      <Passkeys />
      <Card title="Согласия">
        {person.consents.length === 0 && <p>Вы пока ничего не подписывали.</p>}
        <Rows>
          {person.consents.map((consent) => (
            <Row key={`${consent.id} ${consent.givenAt}`}>
              <ListRow
                icon="document"
                title={consent.title}
                sub={
                  consent.withdrawnAt
                    ? `Отозвано ${formatDate(consent.withdrawnAt.slice(0, 10) as IsoDate)}`
                    : `Дано ${formatDate(consent.givenAt.slice(0, 10) as IsoDate)}, редакция\u00a0${consent.version}`
                }
              />
              {consent.optional && !consent.withdrawnAt && (
                <Button
                  small
                  kind="soft"
                  aria-label={`Отозвать: ${consent.title}`}
                  busy={isBusy(consent.id)}
                  onClick={() =>
                    act(
                      consent.id,
                      () => call(withdrawConsent, { params: { documentId: consent.id } }),
                      'Согласие отозвано',
                    )
                  }
                >
                  Отозвать
                </Button>
              )}
            </Row>
          ))}
        </Rows>
      </Card>
      <OwnData onForgotten={signOut} />
    </Page>
  )
}

function NewEmail({ confirmed, onConfirmed }: { confirmed: string | undefined; onConfirmed(): Promise<void> }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  if (!open)
    return (
      <Button kind="soft" onClick={() => setOpen(true)}>
        {confirmed ? 'Сменить почту' : 'Указать почту'}
      </Button>
    )
  return (
    <Stack>
      <TextField
        label="Новая почта"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={typed}
        onChange={setTyped}
        onBlur={() => {}}
      />
      <EmailConfirmation typed={typed} confirmed={confirmed} onConfirmed={onConfirmed} />
    </Stack>
  )
}
