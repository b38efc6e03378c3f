import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { MessageRow } from './store.ts'

/**
 * The line: messages of one request by one channel go out in the order they were written. A message waits while an earlier one of its
 * line waits, is being sent or rests before its next try. Nobody is held for ever: a message is given up after so many tries
 * (`lastAttempt`; `deathsBorne` more when workers died with it), and what was given up holds nobody. Outside the line are codes (worth minutes only:
 * they neither wait nor are waited for), what sleeps till the morning (waited for from its hour on), and messages of no request.
 */
const heldBack = (now: Date): RawBuilder<boolean> => sql<boolean>`(message.expires_at is null and exists (
  select from message as earlier
  where earlier.request_id = message.request_id and earlier.channel = message.channel and earlier.state = 'waiting'
    and earlier.expires_at is null and (earlier.due_at is null or earlier.due_at <= ${now})
    and (coalesce(earlier.place, 0), earlier.id) < (coalesce(message.place, 0), message.id)))`

/** Its job was to have it long before, or was fetched by a worker that died before it took the message. */
const overdueAfterMs = 5_000
/** After every try of its own job: nobody will come for such a message any more. */
const forgottenAfterMs = 5 * 60_000

const leased = (now: Date) => sql<boolean>`lease_until > ${now}`

/** The place of a new message in its line; null: it has no line. Two at once may get the same one: then their ids decide. */
export async function nextPlace(
  db: Kysely<unknown>,
  requestId: string | null,
  channel: string,
): Promise<number | null> {
  if (requestId === null) return null
  const { rows } = await sql<{ place: number }>`
    select coalesce(max(place), 0) + 1 as place from message where request_id = ${requestId} and channel = ${channel}`.execute(
    db,
  )
  return rows[0]?.place ?? 1
}

/** Takes a message whose turn it is for a while, counting the attempt: of two that try, one gets it. */
export async function claimMessage(
  db: Kysely<unknown>,
  id: string,
  now: Date,
  until: Date,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    update message set lease_until = ${until}, attempts = attempts + 1
    where id = ${id} and state = 'waiting' and (lease_until is null or not ${leased(now)}) and not ${heldBack(now)}
    returning *`.execute(db)
  return rows[0]
}

/** A message that could not be claimed: whoever has its turn before it, or the sweep, is to go on with it. */
export async function leaveMessage(db: Kysely<unknown>, id: string, now: Date): Promise<void> {
  await sql`update message set lease_until = ${now} where id = ${id} and state = 'waiting' and lease_until is null`.execute(
    db,
  )
}

/** Keeps a message that is still being sent by this attempt. */
export async function renewLease(
  db: Kysely<unknown>,
  { id, attempts }: Pick<MessageRow, 'id' | 'attempts'>,
  until: Date,
): Promise<void> {
  await sql`update message set lease_until = ${until}
    where id = ${id} and state = 'waiting' and attempts = ${attempts}`.execute(db)
}

const idsOf = async (query: RawBuilder<{ id: string }>, db: Kysely<unknown>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

/** The next of a message's line that was left for whoever went before it. */
export async function leftBehind(
  db: Kysely<unknown>,
  { request_id, channel }: Pick<MessageRow, 'request_id' | 'channel'>,
  now: Date,
): Promise<string | undefined> {
  if (request_id === null) return undefined
  const found = await idsOf(
    sql`select id from message where request_id = ${request_id} and channel = ${channel} and state = 'waiting'
      and lease_until <= ${now} order by coalesce(place, 0), id limit 1`,
    db,
  )
  return found[0]
}

/** Messages whose turn it is and whom nobody sends: their worker died, they were left, or their job was lost. Oldest first. */
export async function abandonedMessages(db: Kysely<unknown>, now: Date, limit: number): Promise<string[]> {
  const [overdue, forgotten] = [overdueAfterMs, forgottenAfterMs].map((ms) => new Date(now.getTime() - ms))
  return idsOf(
    sql`select id from message where state = 'waiting'
      and (lease_until <= ${now} or (lease_until is null and coalesce(due_at, created_at) <=
        case when attempts = 0 then ${overdue}::timestamptz else ${forgotten}::timestamptz end))
      and not ${heldBack(now)} order by created_at, id limit ${limit}`,
    db,
  )
}
