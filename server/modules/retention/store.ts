import { type Kysely, type RawBuilder, sql } from 'kysely'
import { notices } from '#contract/notices.ts'
import type { RequestKey } from '../requests/index.ts'

type Db = Kysely<unknown>

const batch = 100

const idsOf = async (db: Db, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

/** Loan requests that were never sent, and that nobody has touched since. */
export const unfinishedRequests = (db: Db, before: Date) =>
  idsOf(
    db,
    sql`select id from request where type = 'loan' and sent_at is null and state in ('New', 'Rejected') and updated_at < ${before} limit ${batch}`,
  )

/** Refused or declined requests that ended before a moment; with `withFiles`, those that still have photos or videos. */
export const refusedRequests = (db: Db, before: Date, { withFiles }: { withFiles: boolean }) =>
  idsOf(
    db,
    sql`select id from request where type = 'loan' and sent_at is not null and state = 'Rejected' and updated_at < ${before}
      ${withFiles ? sql`and exists (select from evidence where evidence.request_id = request.id and kind <> 'paper')` : sql``} limit ${batch}`,
  )

/** Clients whose last loan ended before a moment and who have had no request under way since. */
export const clientsOfOldLoans = (db: Db, before: Date) =>
  idsOf(
    db,
    sql`select distinct client_id as id from loan as old where state <> 'running' and closed_at < ${before}
      and not exists (select from loan where loan.client_id = old.client_id
        and (loan.state <> 'running' and loan.closed_at < ${before}) is not true)
      and not exists (select from request where request.client_id = old.client_id
        and (state not in ('Processed', 'Rejected') or updated_at > ${before}) and type = 'loan') limit ${batch}`,
  )

/** Where to go on among the clients, oldest first. */
export interface ClientPlace {
  readonly id: string
  readonly at: Date
}

/** So many of the accounts are looked at by one question, however many there are. */
const looked = 500

interface LookedAt extends ClientPlace {
  readonly idle: boolean
}

/** The next accounts made before a moment, and which of them have no request and were not signed in to since. Laterals: a plain `not exists` reads whole tables. */
export async function nextClients(db: Db, before: Date, after: ClientPlace | null): Promise<LookedAt[]> {
  const { rows } = await sql<LookedAt>`
    select old.id, old.at, asked.there is null and came.there is null as idle
    from (select id, created_at as at from client where created_at < ${before}
      ${after ? sql`and (created_at, id) > (${after.at}::timestamptz, ${after.id})` : sql``}
      order by created_at, id limit ${looked}) as old
    left join lateral (select true as there from request where client_id = old.id limit 1) as asked on true
    left join lateral (select true as there from session where client_id = old.id and seen_at >= ${before} limit 1) as came on true
    order by old.at, old.id`.execute(db)
  return rows
}

export async function lockRequest(db: Db, requestId: string): Promise<boolean> {
  return (await idsOf(db, sql`select id from request where id = ${requestId} for update`)).length === 1
}

/** What a statement took out of the files: their ids are free again. */
async function filesGone(db: Db, taking: RawBuilder<{ id: string }>): Promise<string[]> {
  const ids = await idsOf(db, taking)
  await sql`delete from evidence_id where id = any(${ids})`.execute(db)
  return ids
}

/** Takes a request's photos and videos out of the database; answers their ids, whose bytes are to go after the commit. */
export async function deleteFiles(db: Db, requestId: string): Promise<string[]> {
  return filesGone(db, sql`delete from evidence where request_id = ${requestId} and kind <> 'paper' returning id`)
}

/** Papers of appeals stay as long as the request they came with: what they bear out is kept for years. */
const deletePapers = (db: Db, requestId: string) =>
  filesGone(db, sql`delete from evidence where request_id = ${requestId} and kind = 'paper' returning id`)

const ofRequest = [
  'request_trace',
  'answer_change',
  'photo_print',
  'review_typed',
  'review_verdict',
  'review_opened',
  'review_file',
  'review_index',
  'review',
  'task',
  'review_presence',
  'step',
  'video_digits',
  'handover',
  'calling',
  'signature',
  'signing_package',
  'rule_backtest_case',
  'rule_shadow_case',
  'decision',
  'bar_check',
  'bureau_question',
  'offer',
  'client_document',
  'message',
]

/** Two photos that are one picture stand beside their prints, with no key between them: they are two persons'. */
const deleteMatches = (db: Db, column: 'request_id' | 'client_id', id: string) =>
  sql`delete from photo_match using photo_print where ${sql.ref(`photo_print.${column}`)} = ${id}
    and photo_print.file_id in (photo_match.one, photo_match.other)`.execute(db)

/** Deletes a request that came to no loan, with everything of it. Answers the ids of its files. */
export async function deleteRequest(db: Db, requestId: string): Promise<string[]> {
  const files = [...(await deleteFiles(db, requestId)), ...(await deletePapers(db, requestId))]
  await sql`delete from contract_number using offer where offer.request_id = ${requestId} and contract_number.number = offer.number`.execute(
    db,
  )
  await deleteMatches(db, 'request_id', requestId)
  for (const table of ofRequest) await sql`delete from ${sql.table(table)} where request_id = ${requestId}`.execute(db)
  await sql`delete from promo_use where request_id = ${requestId}`.execute(db)
  await sql`update person_case set request_id = null where request_id = ${requestId}`.execute(db)
  await sql`delete from request where id = ${requestId}`.execute(db)
  return files
}

/** Requests of a client that came to no loan, and those that did. */
export async function requestsOf(
  db: Db,
  clientId: string,
): Promise<Array<{ id: string; lent: boolean; open: boolean }>> {
  const { rows } = await sql<{ id: string; lent: boolean; open: boolean }>`
    select id, state not in ('Processed', 'Rejected') as open,
      type <> 'loan' or exists (select from loan where loan.request_id = request.id)
        or exists (select from payout where payout.request_id = request.id and state not in ('cancelled', 'withdrawn')) as lent
    from request where client_id = ${clientId} order by created_at`.execute(db)
  return rows
}

/** When the last loan of a client ended; null while one runs, undefined without any. */
export async function lastLoanEnded(db: Db, clientId: string): Promise<Date | null | undefined> {
  const { rows } = await sql<{ running: boolean; closed: Date | null }>`
    select bool_or(state = 'running') as running, max(closed_at) as closed from loan
    where client_id = ${clientId} having count(*) > 0`.execute(db)
  const [row] = rows
  return row && (row.running ? null : row.closed)
}

/** Messages about overdue debts are kept three years (230-ФЗ): the usual year and two more. */
const aboutDebts = Object.entries(notices).flatMap(([kind, { collection }]) => (collection ? [kind] : []))
const moreYearsMs = 2 * 366 * 86_400_000

/** What is of no use once somebody has asked to be forgotten: places, ways in, letters. */
export async function deleteTraces(db: Db, clientId: string): Promise<void> {
  await sql`delete from place where client_id = ${clientId}`.execute(db)
  await sql`delete from request_trace where client_id = ${clientId}`.execute(db)
  await sql`delete from answer_change where client_id = ${clientId}`.execute(db)
  await deleteMatches(db, 'client_id', clientId)
  await sql`delete from photo_print where client_id = ${clientId}`.execute(db)
  // Who the loan was made with stays; what only helps to tell people apart does not.
  await sql`delete from person_key where client_id = ${clientId}
    and kind not in ('snils', 'inn', 'passport', 'identity', 'name')`.execute(db)
  // How the code of a signature went out is part of its evidence, and lives as long as the signature.
  await sql`delete from message where client_id = ${clientId} and kind <> all(${aboutDebts}) and not exists (select from
    signing_package where signing_package.message_id = message.id)`.execute(db)
  // What charges a card goes; that there was one stands with the payments made by it.
  await sql`update pay_means set sealed = null, unlinked_at = coalesce(unlinked_at, now()) where client_id = ${clientId}`.execute(
    db,
  )
  await sql`delete from passkey where owner_kind = 'client' and owner_id = ${clientId}`.execute(db)
  await sql`delete from idempotency where actor = ${`client:${clientId}`}`.execute(db)
}

/** The book itself stays: its postings name nobody. */
const ofLoan = [
  'loan_desk',
  'loan_notice',
  'contact',
  'refund',
  'autopay_row',
  'autopay',
  'pay_order',
  'core_intent',
  'core_loan',
]

/** Deletes what is left of a client: loans, and the account itself. Requests go first, by `deleteRequest`. */
export async function deleteLoans(db: Db, clientId: string): Promise<void> {
  await sql`delete from prolongation where client_id = ${clientId}`.execute(db)
  for (const table of ofLoan)
    await sql`delete from ${sql.table(table)} where loan_id in (select id from loan where client_id = ${clientId})`.execute(
      db,
    )
  await sql`delete from pay_means where client_id = ${clientId}`.execute(db)
  await sql`delete from contact_stop where client_id = ${clientId}`.execute(db)
  await sql`delete from heir where client_id = ${clientId}`.execute(db)
  await sql`delete from part_return where client_id = ${clientId}`.execute(db)
  await sql`delete from payment where client_id = ${clientId}`.execute(db)
  await sql`delete from payment_told where client_id = ${clientId}`.execute(db)
  await sql`delete from loan where client_id = ${clientId}`.execute(db)
  await sql`delete from payout_attempt where client_id = ${clientId}`.execute(db)
  await sql`delete from payout where client_id = ${clientId}`.execute(db)
}

const ofAccount = [
  'person_key',
  'client_word',
  'person_crossing',
  'person_case',
  'person_told',
  'appeal',
  'task',
  'contract_number',
  'identity_attempt',
  'identity_evidence',
  'client_phone',
]

export async function deleteAccount(db: Db, clientId: string): Promise<void> {
  await sql`delete from session where client_id = ${clientId}`.execute(db)
  await sql`delete from consent where client_id = ${clientId}`.execute(db)
  for (const table of ofAccount) await sql`delete from ${sql.table(table)} where client_id = ${clientId}`.execute(db)
  await sql`delete from person_link where one = ${clientId} or other = ${clientId}`.execute(db)
  await sql`delete from client where id = ${clientId}`.execute(db)
}

/** Sent messages but those of signatures, ended sign-ins and used codes that are older than they need to be. Answers how many rows went. */
export async function deleteOld(
  db: Db,
  { messages, sessions, codes }: Record<'messages' | 'sessions' | 'codes', Date>,
) {
  const results = [
    await sql`delete from message where created_at < ${messages} and state <> 'waiting'
      and (kind <> all(${aboutDebts}) or created_at < ${new Date(messages.getTime() - moreYearsMs)})
      and not exists (select from signing_package where signing_package.message_id = message.id)`.execute(db),
    // The last one tells when its client came last: accounts nobody comes back to are found by it.
    await sql`delete from session where seen_at < ${sessions} and exists (select from session as later
      where later.client_id = session.client_id and (later.seen_at, later.id) > (session.seen_at, session.id))`.execute(
      db,
    ),
    await sql`delete from staff_session where seen_at < ${sessions}`.execute(db),
    await sql`delete from one_time_code where expires_at < ${codes}`.execute(db),
  ]
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0)
}

export interface Event {
  at: Date
  event: string
  actor_kind: string
  subject_kind: string
  subject_id: string
}

/** What was found beside other people is theirs too, and is told to nobody: accounts of one person, cases of lists, one photo at two. */
const besideOthers = sql`event like 'person.%' or event like 'case.%' or event = 'evidence.samePhoto'`

/** What the journal says of a client and their requests and loans, oldest first. */
export async function eventsOf(db: Db, clientId: string, subjects: readonly string[]): Promise<Event[]> {
  const all = sql.join([clientId, ...subjects])
  const { rows } = await sql<Event>`
    select at, event, actor_kind, subject_kind, subject_id from journal
    where (subject_id in (${all}) or (actor_kind = 'client' and actor_id = ${clientId})) and not (${besideOthers})
    order by id limit 10000`.execute(db)
  return rows
}

/** What was photographed and filmed, without the bytes. */
export async function filesOf(db: Db, request: RequestKey) {
  const { rows } = await sql<{
    step: number
    kind: string
    type: string | null
    sha256: string | null
    stored_at: Date
  }>`
    select step, kind, type, sha256, stored_at from evidence
    where client_id = ${request.client_id} and request_id = ${request.id} and state = 'stored' order by stored_at`.execute(
    db,
  )
  return rows
}
