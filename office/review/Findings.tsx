import type { Review } from '#contract/calls/office/review.ts'
import { signalKinds } from '#contract/person/signals.ts'
import { formatCount } from '#contract/russian.ts'
import { Tag } from '#ui/show/Tag.tsx'
import s from './ReviewPage.module.css'

const counted = (persons: number) => (persons > 1 ? `, ${formatCount(persons, 'человек', 'человека', 'человек')}` : '')

/** Why the rules want a person to look, with what they knew, and what is remarkable about the client beside others */
export function Findings({ review: { decision, signals, items } }: { review: Review }) {
  const referred = decision?.outcome === 'refer' ? decision : undefined
  const differ = items
    .flatMap(({ rows }) => rows)
    .filter(({ verdicts = [] }) => verdicts.some(({ by, agrees }) => by === 'machine' && !agrees))
  if (!referred && signals.length === 0 && differ.length === 0) return null
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
      {differ.length > 0 && (
        <p>
          <Tag tone="bad">не сходится с фото паспорта</Tag> {differ.map(({ label }) => label).join(', ')}
        </p>
      )}
      {signals.length > 0 && (
        <ul aria-label="Сигналы">
          {signals.map(({ kind, weight, persons }) => (
            <li key={kind}>
              <Tag tone={weight >= 40 ? 'bad' : 'warn'}>
                {signalKinds[kind].title}
                {counted(persons)}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
