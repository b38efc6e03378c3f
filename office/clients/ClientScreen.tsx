import { useState } from 'react'
import { useParams, useSearch } from 'wouter'
import { type CardPurpose, cardPurposes, openClient } from '#contract/calls/office/clients.ts'
import { type SignalKind, signalKinds } from '#contract/person/signals.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { EnterAppeal } from '../appeals/EnterAppeal.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { AskSnooze } from '../rules/AskSnooze.tsx'
import { useStaff } from '../session.ts'
import { useAsk } from '../useAsk.ts'
import { Accounts } from './Accounts.tsx'
import { Cases, Consents, Identity, Known, Loans, Messages, Requests, Signals, Told } from './CardParts.tsx'
import s from './Clients.module.css'

const purposes = Object.entries(cardPurposes).map(([value, label]) => ({ value: value as CardPurpose, label }))

/** A person's card. It opens with a purpose, which the journal keeps; values are masked until a supervisor asks for them */
export function ClientScreen() {
  const { id = '' } = useParams<{ id: string }>()
  // another client is another card, and another purpose
  return <Client key={id} id={id} />
}

/** The signal whose link led here */
function ledBy(search: string): { by?: { signal: SignalKind; from: string } } {
  const given = new URLSearchParams(search)
  const [signal, from] = [given.get('signal'), given.get('from')]
  return signal && from && Object.hasOwn(signalKinds, signal) ? { by: { signal: signal as SignalKind, from } } : {}
}

function Client({ id }: { id: string }) {
  const me = useStaff()
  const [purpose, setPurpose] = useState<CardPurpose | ''>('')
  const { data: card, error, busy, ask } = useAsk(openClient)

  const led = ledBy(useSearch())
  const open = (whole = false) => {
    if (purpose) void ask({ params: { id }, body: { purpose, ...(whole && { whole }), ...led } })
  }

  if (!card)
    return (
      <Screen title="Карточка клиента">
        <form
          className={s.purpose}
          onSubmit={(event) => {
            event.preventDefault()
            open()
          }}
        >
          <Select<CardPurpose>
            id="purpose"
            name="purpose"
            label="Зачем открываете"
            hint="Останется в журнале вместе с вашим именем"
            options={purposes}
            value={purpose}
            onChange={(chosen) => setPurpose(chosen)}
          />
          <Button type="submit" wide={false} busy={busy} disabled={!purpose}>
            Открыть карточку
          </Button>
        </form>
        {error && <Trouble error={error} onAgain={() => open()} />}
      </Screen>
    )
  return (
    <Screen
      title={card.name}
      actions={
        hasRight(me, 'clients.whole') &&
        !card.whole && (
          <Button small kind="soft" wide={false} busy={busy} onClick={() => open(true)}>
            Показать целиком
          </Button>
        )
      }
    >
      {error && <Trouble error={error} onAgain={() => open(card.whole)} />}
      <Signals card={card} />
      {hasRight(me, 'rules.edit') && <AskSnooze client={id} />}
      {hasRight(me, 'appeals.answer') && <EnterAppeal about={{ client: id }} />}
      <div className={s.parts}>
        <Cases card={card} />
        <Accounts card={card} onDone={() => open(card.whole)} />
        <Known card={card} />
        <Identity card={card} />
        <Requests card={card} />
        <Loans card={card} />
        <Messages card={card} />
        <Consents card={card} />
        <Told card={card} />
      </div>
    </Screen>
  )
}
