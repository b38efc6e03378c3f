import { sql } from 'kysely'
import type { Platform } from './platform.ts'
import type { Tx } from './transaction.ts'

/** Answer of a call, kept to be given again. */
export interface Reply {
  status: number
  /** The bytes that were sent, as UTF-8 text; empty for none. */
  body: string
}

export interface IdempotentCall {
  /** Who calls: a client, a staff member. Keys of different actors never meet. */
  actor: string
  /** Header `Idempotency-Key`. */
  key: string | undefined
  method: string
  path: string
  /** The body as it was validated, or its raw text. */
  body: unknown
}

type Code = 'idempotency_key_missing' | 'idempotency_key_reused' | 'request_in_flight'

const statuses: Record<Code, number> = {
  idempotency_key_missing: 400,
  idempotency_key_reused: 422,
  request_in_flight: 409,
}

/** Carries a code of the wire's catalogue and its status. */
export class IdempotencyError extends Error {
  override name = 'IdempotencyError'
  readonly code: Code
  readonly status: number

  constructor(code: Code) {
    super(code)
    this.code = code
    this.status = statuses[code]
  }
}

type IdempotencyTables = {
  idempotency: {
    actor: string
    key: string
    method: string
    path: string
    body_hash: Uint8Array
    status: number
    reply: Uint8Array
    at: Date
  }
}

const keyPattern = /^[\x21-\x7e]{8,200}$/
const lifeDays = 30

/** Calls of this process that are being answered; other servers are seen by the advisory lock. */
const inFlight = new WeakMap<object, Set<string>>()

async function answer(
  platform: Platform,
  tx: Tx,
  call: IdempotentCall & { key: string },
  body: (tx: Tx) => Promise<Reply>,
): Promise<Reply & { replayed: boolean }> {
  const { actor, key, method, path } = call
  const db = tx.db.$extendTables<IdempotencyTables>()
  const name = `${actor}\n${key}`
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as mine`.execute(tx.db)
  if (!rows[0]?.mine) throw new IdempotencyError('request_in_flight')
  const bodyText = JSON.stringify(call.body ?? null)
  const known = await db
    .selectFrom('idempotency')
    .selectAll()
    .where('actor', '=', actor)
    .where('key', '=', key)
    .executeTakeFirst()
  const place = { table: 'idempotency', id: name }
  if (known) {
    const same = platform.sealing
      .indexes('idempotency', bodyText)
      .some((hash) => Buffer.compare(hash, known.body_hash) === 0)
    if (!same || known.method !== method || known.path !== path) throw new IdempotencyError('idempotency_key_reused')
    const kept = platform.sealing.unseal<string>(known.reply, place)
    return { status: known.status, body: kept, replayed: true }
  }
  const reply = await body(tx)
  await db
    .insertInto('idempotency')
    .values({
      actor,
      key,
      method,
      path,
      body_hash: platform.sealing.index('idempotency', bodyText),
      status: reply.status,
      reply: platform.sealing.seal(reply.body, place),
      at: platform.clock.now(),
    })
    .execute()
  return { ...reply, replayed: false }
}

/**
 * Runs `body` in a transaction once for an actor's key, and keeps the reply with it; the same call again gets the same
 * bytes. A body that throws keeps nothing, so the call may be tried again. Throws IdempotencyError:
 * `idempotency_key_missing` 400, `idempotency_key_reused` 422 (another body or call), `request_in_flight` 409.
 */
export async function once(
  platform: Platform,
  call: IdempotentCall,
  body: (tx: Tx) => Promise<Reply>,
): Promise<Reply & { replayed: boolean }> {
  const { key } = call
  if (!key || !keyPattern.test(key)) throw new IdempotencyError('idempotency_key_missing')
  const running = inFlight.get(platform.database) ?? new Set<string>()
  inFlight.set(platform.database, running)
  const name = `${call.actor}\n${key}`
  if (running.has(name)) throw new IdempotencyError('request_in_flight')
  running.add(name)
  try {
    return await platform.transact((tx) => answer(platform, tx, { ...call, key }, body))
  } finally {
    running.delete(name)
  }
}

/** Deletes records older than 30 days; for a daily sweep. */
export async function sweepIdempotency(platform: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(platform.clock.now().getTime() - lifeDays * 24 * 3600 * 1000)
  await platform.db.$extendTables<IdempotencyTables>().deleteFrom('idempotency').where('at', '<', oldest).execute()
}
