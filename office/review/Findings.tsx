import type { Review } from '#contract/calls/office/review.ts'
import { signalKinds } from '#contract/person/signals.ts'
import { Tag } from '#ui/show/Tag.tsx'
import { SignalItem } from '../clients/SignalItem.tsx'
import s from './ReviewPage.module.css'

/** Why the rules want a person to look, with what they knew, and what is remarkable about the client beside others */
export function Findings({ review: { id, decision, signals, items } }: { review: Review }) {
  const referred = decision?.outcome === 'refer' ? decision : undefined
  const differ = items
    .flatMap(({ rows }) => rows)
    .filter(({ verdicts = [] }) => verdicts.some(({ by, agrees }) => by === 'machine' && !agrees))
  const fraud = decision?.known?.fraudElsewhere ?? 0
  if (!referred && fraud === 0 && signals.length === 0 && differ.length === 0) return null
  return (
    <section className={s.findings} aria-label="На что смотреть">
      {referred && (
        <p>
          <Tag tone="warn">передано правилами</Tag> {referred.why.join('; ')}
        </p>
      )}
      {referred?.known && (
        <p>
          {referred.known.score === null ? 'Балла в бюро нет' : `Балл бюро ${referred.known.score}`}, ПДН{' '}
          {referred.known.burden.replace('.', ',')} %, {referred.known.bureau}
        </p>
      )}
      {fraud > 0 && (
        <p>
          <Tag tone="bad">{signalKinds.bureauFraud.title}</Tag> отказов по данным бюро: {fraud}
        </p>
      )}
      {differ.length > 0 && (
        <p>
          <Tag tone="bad">не сходится с фото паспорта</Tag> {differ.map(({ label }) => label).join(', ')}
        </p>
      )}
      {signals.length > 0 && (
        <ul aria-label="Сигналы">
          {signals.map((signal) => (
            <li key={signal.kind}>
              <SignalItem signal={signal} from={id} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
