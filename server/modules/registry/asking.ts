import type { RegistryPart } from '#server/providers/registry/port.ts'
import { retryOf, silence } from './pauses.ts'
import type { KnownQuestion } from './store.ts'

/** The most questions of one request a bureau is asked on one day and may bill. */
export const mostADay = 5

const setupRestMs = 60 * 60_000

/** What is to be done about a bureau now. `never`: nothing, until what would be said has changed. */
export type Next = { readonly do: 'ask' } | { readonly do: 'wait'; readonly until: Date } | { readonly do: 'never' }

interface Situation {
  readonly now: Date
  readonly day: string
  readonly subjectHash: string
}

const later = (from: Date | null, ms: number): Next => ({ do: 'wait', until: new Date((from?.getTime() ?? 0) + ms) })

/** How many of the newest rows ended in the same way, one after the other. */
function inARow(rows: readonly KnownQuestion[]): number {
  const last = rows.at(-1)
  const same = (row: KnownQuestion) => row.state === last?.state && row.code === last?.code
  const reversed = [...rows].reverse()
  const first = reversed.findIndex((row) => !same(row))
  return first < 0 ? reversed.length : first
}

function afterRefusal(rows: readonly KnownQuestion[], last: KnownQuestion, { subjectHash }: Situation): Next {
  const again = last.reaction === 'again'
  const retry = last.state === 'unknown' || last.reaction === 'later' ? silence : retryOf(last.code ?? 99)
  const pause = again || last.reaction === 'later' ? retry.pauses[inARow(rows) - 1] : undefined
  if (pause !== undefined) return later(last.settled_at, pause)
  const then = again || last.reaction === 'later' ? retry.afterwards : last.reaction
  if (then === 'person' || then === 'ours') return last.subject_hash === subjectHash ? { do: 'never' } : { do: 'ask' }
  return later(last.settled_at, setupRestMs)
}

/**
 * Whether a bureau is asked (again) about a request: read from the questions that went before, so that it is the same on every server and after every death.
 * `rows` are those of this request and bureau, oldest first; `answeredAll`: what they brought is all there is to bring.
 */
export function nextQuestion(
  rows: readonly KnownQuestion[],
  answeredAll: (row: KnownQuestion) => boolean,
  situation: Situation,
): Next {
  const today = rows.filter(({ day }) => day === situation.day)
  const last = today.at(-1)
  if (!last) return { do: 'ask' }
  const live = last.state === 'prepared' || last.state === 'waiting'
  if (live || (last.state === 'unknown' && last.settled_at === null)) return { do: 'never' }
  const billed = today.filter(({ state }) => state === 'answered' || state === 'lost').length
  if (billed >= mostADay) return { do: 'never' }
  if (last.state === 'lost') return { do: 'ask' }
  if (last.state !== 'answered') return afterRefusal(today, last, situation)
  if (last.subject_hash !== situation.subjectHash) return { do: 'ask' }
  if (answeredAll(last)) return { do: 'never' }
  return later(last.settled_at, silence.pauses[inARow(today) - 1] ?? setupRestMs)
}

/** Bureaus a part was given of, whatever it says. */
export const givenBy = (parts: readonly RegistryPart[]): ReadonlySet<string> =>
  new Set(parts.filter(({ outcome }) => typeof outcome === 'string').map(({ bureau }) => bureau))
