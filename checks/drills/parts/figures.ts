import type { TestContext } from 'node:test'

/** What one drill came to. */
export interface Figures {
  /** The drill's number in docs/drills.md. */
  readonly drill: number
  readonly fault: string
  readonly database: 'embedded' | 'PostgreSQL' | 'both' | 'none'
  /** Who worked meanwhile, and how much: «50 clients, 28 steps». */
  readonly load: string
  /** How many faults there really were. */
  readonly injected: number
  /** Operations the clients were told were done. */
  readonly acknowledged: number
  /** Acknowledged operations that were not there afterwards. */
  readonly lost: number | null
  /** Effects that happened more than once; null, here and above: nothing could be, for nothing was changed. */
  readonly doubled: number | null
  /** The longest time to being well again, in ms. */
  readonly worstMs?: number
  readonly seed?: number
  readonly note?: string
}

export const heading =
  '| drill | fault | database | load | injected | acknowledged | lost | doubled | worst recovery | remark |'

/** Says a drill's figures as a row of the table `npm run drills` prints. */
export function figures(context: TestContext, found: Figures): void {
  const { drill, fault, database, load, injected, acknowledged, lost, doubled, worstMs, seed, note } = found
  const worst = worstMs === undefined ? '' : `${Math.round(worstMs)} ms`
  const remark = [note, seed === undefined ? '' : `seed ${seed}`].filter(Boolean).join('; ')
  context.diagnostic(
    `| ${[drill, fault, database, load, injected, acknowledged, lost ?? '–', doubled ?? '–', worst, remark].join(' | ')} |`,
  )
}

/** The drill's number of a line said by `figures`; null for any other line. */
export const drillOf = (line: string) => Number(/^\| (\d+) \|/.exec(line)?.[1] ?? 0) || null
