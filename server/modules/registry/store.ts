import { type Kysely, sql } from 'kysely'
import type { Reaction } from '#server/providers/registry/port.ts'

type Db = Kysely<unknown>

/** `prepared`: kept, not sent. `unknown`: sent, nothing usable came. `lost`: its answer can be fetched no more. */
export type QuestionState = 'prepared' | 'unknown' | 'waiting' | 'answered' | 'refused' | 'lost'

export interface QuestionRow {
  readonly id: string
  readonly request_id: string
  readonly client_id: string
  readonly bureau: string
  readonly by_window: boolean
  readonly kind: '6' | '7'
  readonly day: string
  readonly state: QuestionState
  readonly answer_id: string | null
  readonly fetches: number
  /** Somebody sends or fetches until then. */
  readonly busy_until: Date | null
  /** A receipt's answer may not be asked for before. */
  readonly not_before: Date | null
  /** The borrower was told that the bureaus keep them waiting. */
  readonly told: boolean
  readonly made_at: Date
  readonly settled_at: Date | null
  /** What follows from how it ended. */
  readonly reaction: Reaction | null
  readonly code: number | null
  /** Why it ended without an answer: coded, no personal data. */
  readonly cause: string | null
  /** Of what was said but for its id and day: never again what a bureau cannot take. */
  readonly subject_hash: string
  readonly request_sha256: string
  readonly answer_sha256: string | null
  readonly signed_by: string | null
  readonly request_xml: Uint8Array
  readonly answer: Uint8Array | null
  readonly parts: Uint8Array | null
  readonly error_text: Uint8Array | null
}

const tables = (db: Db) => db.$extendTables<{ bureau_question: QuestionRow }>()

// By name: a prepared `select *` fails on the servers of the release before when a migration adds a column.
const light = [
  'id',
  'request_id',
  'client_id',
  'bureau',
  'by_window',
  'kind',
  'day',
  'state',
  'answer_id',
  'fetches',
  'busy_until',
  'not_before',
  'told',
  'made_at',
  'settled_at',
  'reaction',
  'code',
  'cause',
  'subject_hash',
  'request_xml',
  'parts',
] as const
export type KnownQuestion = Pick<QuestionRow, (typeof light)[number]>

export async function insertQuestion(db: Db, row: QuestionRow): Promise<void> {
  await tables(db).insertInto('bureau_question').values(row).execute()
}

/** Questions of a request, oldest first, without the raw answers. */
export async function questionsOf(db: Db, requestId: string): Promise<KnownQuestion[]> {
  return tables(db)
    .selectFrom('bureau_question')
    .select(light)
    .where('request_id', '=', requestId)
    .orderBy('made_at')
    .orderBy('id')
    .execute()
}

/** Takes a question for one who works on it; nothing when it is another's now, or settled. */
export async function claimQuestion(
  db: Db,
  id: string,
  from: QuestionState,
  { now, until }: { now: Date; until: Date },
): Promise<KnownQuestion | undefined> {
  return (
    tables(db)
      .updateTable('bureau_question')
      // Sent means: from now on its outcome is unknown.
      .set({ busy_until: until, ...(from === 'prepared' && { state: 'unknown' as const }) })
      .where('id', '=', id)
      .where('state', '=', from)
      .where((each) => each.or([each('busy_until', 'is', null), each('busy_until', '<=', now)]))
      .where((each) => each.or([each('not_before', 'is', null), each('not_before', '<=', now)]))
      .returning(light)
      .executeTakeFirst()
  )
}

/** How a question ended; null: not yet. */
export async function settledAs(db: Db, id: string): Promise<QuestionState | null> {
  const row = await tables(db)
    .selectFrom('bureau_question')
    .select('state')
    .where('id', '=', id)
    .where('settled_at', 'is not', null)
    .executeTakeFirst()
  return row?.state ?? null
}

export async function updateQuestion(db: Db, id: string, change: Partial<QuestionRow>): Promise<void> {
  await tables(db).updateTable('bureau_question').set(change).where('id', '=', id).execute()
}

/** When a bureau last said that our configuration is wrong, or a wrong certificate showed; null: not since. */
export async function setupFaultSince(db: Db, bureau: string, since: Date): Promise<Date | null> {
  const row = await tables(db)
    .selectFrom('bureau_question')
    .select((each) => each.fn.max('settled_at').as('at'))
    .where('bureau', '=', bureau)
    .where('reaction', '=', 'setup')
    .where('settled_at', '>', since)
    .executeTakeFirst()
  return row?.at ?? null
}

/** Marks that the borrower was told; answers whether nobody had. */
export async function markTold(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('bureau_question')
    .set({ told: true })
    .where('id', '=', id)
    .where('told', '=', false)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Questions nobody works on though it is their time: whoever did has died. */
export async function overdueQuestions(db: Db, before: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('bureau_question')
    .select('id')
    .where('settled_at', 'is', null)
    .where('made_at', '<', before)
    .where((each) => each.or([each('busy_until', 'is', null), each('busy_until', '<', before)]))
    .where((each) => each.or([each('not_before', 'is', null), each('not_before', '<', before)]))
    .execute()
  return rows.map(({ id }) => id)
}

/** Requests that wait for a decision and have been asked about, so that none is forgotten. */
export async function waitingRequests(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from request
    where state = 'Hyb_Verification_Approved' and exists (select from bureau_question where request_id = request.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Raw answers of requests that came to no loan go when their time has come; hash and outcome stay. */
export async function forgetRaw(db: Db, before: Date): Promise<number> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('bureau_question')
    .set({ answer: null, error_text: null })
    .where('made_at', '<', before)
    .where((each) => each.or([each('answer', 'is not', null), each('error_text', 'is not', null)]))
    .where(sql<boolean>`not exists (select from loan where loan.request_id = bureau_question.request_id)`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
