import { historyWords } from '#contract/journal.ts'
import { refusalReasons, returnReasons } from '#contract/review.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** Names of the staff by id; inside a transaction its `tx` is given. */
export type StaffNames = (tx?: Pick<Tx, 'db'>) => Promise<ReadonlyMap<string, string>>

export interface HistoryLine {
  readonly at: string
  readonly who: string
  readonly what: string
  readonly note?: string
}

interface Entry {
  readonly at: Date
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly event: string
  readonly data: Record<string, unknown>
}

function who({ actor_kind, actor_id }: Entry, names: ReadonlyMap<string, string>): string {
  if (actor_kind === 'client') return 'Клиент'
  return names.get(actor_id ?? '') ?? 'Система'
}

function note({ data }: Entry, names: ReadonlyMap<string, string>): string | undefined {
  if (typeof data.takenFrom === 'string') return `была у сотрудника: ${names.get(data.takenFrom) ?? 'неизвестно'}`
  const reasons: Readonly<Record<string, string>> = { ...returnReasons, ...refusalReasons }
  return typeof data.reason === 'string' ? reasons[data.reason] : undefined
}

/** A request's journal in words. */
export function historyLines(entries: readonly Entry[], names: ReadonlyMap<string, string>): HistoryLine[] {
  return entries.flatMap((entry) => {
    const what = historyWords(entry.event)
    if (!what) return []
    const more = note(entry, names)
    return [{ at: entry.at.toISOString(), who: who(entry, names), what, ...(more && { note: more }) }]
  })
}
