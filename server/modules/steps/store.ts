import type { Kysely } from 'kysely'
import type { RequestKey } from '../requests/index.ts'

interface StepTable {
  request_id: string
  client_id: string
  number: number
  revision: number
  schema_version: number
  raw: Uint8Array
  answers: Uint8Array | null
  before: Uint8Array | null
  accepted: boolean
  returned: boolean
  remarks: Uint8Array | null
  updated_at: Date
  accepted_at: Date | null
}
export type StepRow = StepTable

// By name, so that it can be prepared: see openPreparing.
const columns = [
  'request_id',
  'client_id',
  'number',
  'revision',
  'schema_version',
  'raw',
  'answers',
  'before',
  'accepted',
  'returned',
  'remarks',
  'updated_at',
  'accepted_at',
] as const

const tables = (db: Kysely<unknown>) => db.$extendTables<{ step: StepTable }>()

export async function readSteps(db: Kysely<unknown>, request: RequestKey): Promise<StepRow[]> {
  return tables(db)
    .selectFrom('step')
    .select(columns)
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .orderBy('number')
    .execute()
}

export async function writeStep(db: Kysely<unknown>, row: StepRow): Promise<void> {
  const { request_id: _request, client_id: _client, number: _number, ...change } = row
  await tables(db)
    .insertInto('step')
    .values(row)
    .onConflict((conflict) => conflict.columns(['request_id', 'number', 'client_id']).doUpdateSet(change))
    .execute()
}

/** Nothing is sent back any more: the request has been sent again. */
export async function clearReturned(db: Kysely<unknown>, request: RequestKey): Promise<void> {
  await tables(db)
    .updateTable('step')
    .set({ returned: false, remarks: null })
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .execute()
}
