import { Link } from 'wouter'
import type { ClientCard } from '#contract/calls/office/clients.ts'
import { signalKinds, signalText } from '#contract/person/signals.ts'
import { hasRight } from '#contract/roles.ts'
import { Tag } from '#ui/show/Tag.tsx'
import { useStaff } from '../session.ts'

type Props = {
  readonly signal: ClientCard['signals'][number]
  /** The client or request it was seen at: the journal keeps what led to a card */
  readonly from: string
}

/** A signal in words, and the cards of those it speaks of for whoever may read clients: each asks what it is opened for */
export function SignalItem({ signal, from }: Props) {
  const me = useStaff()
  const others = hasRight(me, 'clients.read') ? (signal.with ?? []) : []
  return (
    <>
      <Tag tone={signalKinds[signal.kind].weight >= 40 ? 'bad' : 'warn'}>{signalText(signal)}</Tag>
      {others.map((id, at) => (
        <Link key={id} href={`/clients/${id}?signal=${signal.kind}&from=${from}`}>
          карточка {at + 1}
        </Link>
      ))}
    </>
  )
}
