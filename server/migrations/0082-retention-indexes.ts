import { type Kysely, sql } from 'kysely'

const statements = [
  // What the daily sweep looks for: requests never sent, requests refused, loans that ended.
  "create index request_unsent on request (updated_at) where type = 'loan' and sent_at is null",
  "create index request_refused on request (updated_at) where type = 'loan' and sent_at is not null and state = 'Rejected'",
  "create index loan_closed on loan (closed_at) where state <> 'running'",
  // What goes with a request, and with a client: deleted, or asked by the database whether something still points there.
  'create index handover_request on handover (request_id)',
  'create index handover_client on handover (client_id)',
  'create index calling_request on calling (request_id)',
  'create index message_client on message (client_id) where client_id is not null',
  'create index client_document_client on client_document (client_id)',
  'create index decision_client on decision (client_id)',
  'create index offer_client on offer (client_id)',
  'create index signing_package_client on signing_package (client_id)',
  'create index payout_client on payout (client_id)',
  'create index prolongation_client on prolongation (client_id)',
  'create index prolongation_loan on prolongation (loan_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
