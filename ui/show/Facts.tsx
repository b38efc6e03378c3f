import type { ReactNode } from 'react'
import s from './Facts.module.css'

export type Fact = { readonly value: ReactNode; readonly label: string }

/** Two or three figures as tiles: «3-я в очереди», «≈ 12 мин обычно в это время» */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={s.facts}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

export type Line = { readonly label: ReactNode; readonly value: ReactNode; readonly key?: string }

/** Conditions or answers, one a line: what it is on the left, how much on the right */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className={s.lines}>
      {lines.map((line, place) => (
        <div key={line.key ?? `${place}-${String(line.label)}`}>
          <dt>{line.label}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
    </dl>
  )
}
