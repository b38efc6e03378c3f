import type { Kysely } from 'kysely'
import { lifeTable, type State } from '#contract/life.ts'
import { verifyJournal } from '#server/platform/journal/verification.ts'
import type { KeyRing } from '#server/platform/keys.ts'

/** A transfer as the bank's own books have it. */
export interface Transfer {
  /** Our key of the attempt. */
  readonly key: string
  /** Whole kopecks. */
  readonly amount: number
  readonly succeeded: boolean
}

interface Ground {
  readonly db: Kysely<unknown>
  readonly keys: KeyRing
  /** Null: the bank of this drill keeps no books that could be read. */
  readonly ledger: readonly Transfer[] | null
  /** Everything is to be done that was begun before: no message, payout or job may be older. */
  readonly quietSince: Date
  /** Events the drill itself brought about, past the calls. */
  readonly unkeyed?: readonly string[]
  /** Kinds of messages that nobody was to send. */
  readonly unsent?: readonly string[]
}

const grouped = <T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

type Tables = {
  request: { id: string; state: State; type: string; version: number }
  journal: { seq: number; event: string; subject_kind: string; subject_id: string; data: unknown }
  payout: { id: string; request_id: string; amount: number; state: string; updated_at: Date }
  payout_attempt: { id: string; payout_id: string }
  offer: { request_id: string; amount: number; state: string }
  loan: { request_id: string; principal: number }
  message: { id: string; kind: string; state: string; created_at: Date }
  idempotency: { path: string; status: number; key: string }
}

interface Entry {
  readonly event: string
  readonly data: { from?: State; to?: State; version?: number }
}

/** Why a request's entries are no path of the life table that ends in its state. */
function strayed(entries: readonly Entry[], state: State, version: number): string | null {
  let at: State | undefined
  let seen = 0
  for (const { event, data } of entries) {
    if (event === 'create') at = data.to
    else if (data.to !== undefined) {
      const known = lifeTable.some((row) => row.from === data.from && row.event === event && row.to === data.to)
      if (!known || data.from !== at) return `${event} from ${data.from} to ${data.to}, being ${at}`
      if ((data.version ?? 0) <= seen) return `${event} at version ${data.version} after ${seen}`
      at = data.to
      seen = data.version ?? 0
    }
  }
  if (at !== state) return `the journal ends in ${at}, the request is ${state}`
  return seen > version ? `the journal is ahead of version ${version}` : null
}

async function lives(db: Kysely<Tables>): Promise<string[]> {
  const requests = await db.selectFrom('request').selectAll().where('type', '=', 'loan').execute()
  const rows = await db.selectFrom('journal').selectAll().where('event', 'like', 'request.%').orderBy('seq').execute()
  const byRequest = grouped(rows, ({ subject_id }) => subject_id)
  return requests.flatMap(({ id, state, version }) => {
    const entries = (byRequest.get(id) ?? []).map(({ event, data }) => ({
      event: event.slice('request.'.length),
      data: data as Entry['data'],
    }))
    const wrong = strayed(entries, state, version)
    return wrong ? [`request ${id}: ${wrong}`] : []
  })
}

/** Each signed contract is paid once at most, and once when we say so; amounts are those of the signed offer. */
async function money(db: Kysely<Tables>, ledger: readonly Transfer[]): Promise<string[]> {
  const wrong: string[] = []
  const payouts = await db.selectFrom('payout').selectAll().execute()
  const attempts = await db.selectFrom('payout_attempt').select(['id', 'payout_id']).execute()
  const offers = await db.selectFrom('offer').select(['request_id', 'amount', 'state']).execute()
  const loans = await db.selectFrom('loan').select(['request_id', 'principal']).execute()
  const ours = new Set(attempts.map(({ id }) => id))
  const payoutOf = new Map(attempts.map(({ id, payout_id }) => [id, payout_id]))
  const byPayout = grouped(
    ledger.filter(({ succeeded }) => succeeded),
    ({ key }) => payoutOf.get(key),
  )
  for (const { key } of ledger) if (!ours.has(key)) wrong.push(`transfer ${key}: nobody here ordered it`)
  for (const { id, request_id, amount, state } of payouts) {
    const paid = byPayout.get(id) ?? []
    if (paid.length > 1) wrong.push(`payout ${id}: paid ${paid.length} times`)
    if ((paid.length === 1) !== (state === 'succeeded')) wrong.push(`payout ${id}: ${state}, paid ${paid.length} times`)
    const offer = offers.find((one) => one.request_id === request_id)
    const loan = loans.find((one) => one.request_id === request_id)
    if (offer?.state !== 'signed') wrong.push(`payout ${id}: its offer is ${offer?.state}`)
    for (const sum of [offer?.amount, ...paid.map((one) => one.amount), ...(loan ? [loan.principal] : [])])
      if (sum !== amount) wrong.push(`payout ${id}: ${amount} here, ${sum} there`)
    if ((loan !== undefined) !== (state === 'succeeded'))
      wrong.push(`payout ${id}: ${state}, loan ${loan !== undefined}`)
  }
  return wrong
}

const keyed = [
  ['request.create', '/service/requests', 201],
  ['request.send', '/send', 200],
  ['request.withdraw', '/withdraw', 200],
  ['request.decline', '/offer/decline', 200],
  ['request.refuseLoan', '/offer/refuse', 200],
] as const

/** What was done and the reply kept for its key are there together or not at all. */
async function halves(db: Kysely<Tables>, unkeyed: readonly string[]): Promise<string[]> {
  const kept = await db.selectFrom('idempotency').select(['path', 'status', 'key']).execute()
  const wrong: string[] = []
  for (const [event, end, status] of keyed.filter(([event]) => !unkeyed.includes(event))) {
    const entries = await db
      .selectFrom('journal')
      .select('subject_id')
      .where('event', '=', event)
      .where('subject_kind', '=', 'request')
      .execute()
    const replies = kept.filter((one) => one.status === status && one.path.endsWith(end))
    if (entries.length > replies.length) wrong.push(`${event}: ${entries.length} done, ${replies.length} replies kept`)
  }
  return wrong
}

async function late(db: Kysely<Tables>, since: Date, unsent: readonly string[]): Promise<string[]> {
  const messages = await db
    .selectFrom('message')
    .select(['id', 'kind'])
    .where('state', '=', 'waiting')
    .where('created_at', '<', since)
    .execute()
  const payouts = await db
    .selectFrom('payout')
    .select(['id', 'state'])
    .where('state', 'in', ['preparing', 'sent', 'checking'])
    .where('updated_at', '<', since)
    .execute()
  return [
    ...messages.filter(({ kind }) => !unsent.includes(kind)).map(({ id }) => `message ${id} still waits`),
    ...payouts.map(({ id, state }) => `payout ${id} is still ${state}`),
  ]
}

/**
 * What every drill's database and the bank's books are asked afterwards. What clients were told is the drill's own to compare.
 * Answers what is wrong; nothing, when all is well.
 */
export async function checked({
  db: outer,
  keys,
  ledger,
  quietSince,
  unkeyed = [],
  unsent = [],
}: Ground): Promise<string[]> {
  const db = outer.$extendTables<Tables>()
  const verdict = await verifyJournal(outer, keys)
  return [
    ...(verdict.ok ? [] : [`journal: ${verdict.reason} at ${JSON.stringify(verdict.bad)}`]),
    ...(await lives(db)),
    ...(ledger ? await money(db, ledger) : []),
    ...(await halves(db, unkeyed)),
    ...(await late(db, quietSince, unsent)),
  ]
}
