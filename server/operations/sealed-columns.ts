import type { Place } from '#server/platform/sealing.ts'

/** A column that holds sealed values. */
export interface SealedColumn {
  readonly table: string
  /** The table's primary key. */
  readonly keys: readonly string[]
  readonly column: string
  /** To what a row's value is bound. */
  readonly place: (row: Readonly<Record<string, unknown>>) => Place
  /** SQL for whose key it is sealed with. Absent: APP_KEY. Null for a row: APP_KEY too. */
  readonly owner?: string
}

const byId = (table: string, column: string, owner?: string): SealedColumn => ({
  table,
  keys: ['id'],
  column,
  place: ({ id }) => ({ table, id: String(id) }),
  ...(owner && { owner }),
})

const named = (table: string, column: string, owner?: string): SealedColumn => ({
  ...byId(table, column, owner),
  place: ({ id }) => ({ table, id: String(id), column }),
})

const step = (column: string): SealedColumn => ({
  table: 'step',
  keys: ['request_id', 'number'],
  column,
  place: ({ request_id, number }) => ({ table: 'step', id: `${request_id}:${number}`, column }),
  owner: 'each.client_id',
})

/** Every sealed column there is: what is not here is not sealed anew when keys are changed. A test compares it with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  byId('client', 'sealed', 'each.id'),
  {
    table: 'place',
    keys: ['client_id'],
    column: 'sealed',
    place: ({ client_id }) => ({ table: 'place', id: String(client_id) }),
    owner: 'each.client_id',
  },
  named('request', 'facts', 'each.client_id'),
  ...['raw', 'answers', 'before', 'remarks'].map(step),
  byId('message', 'sealed', 'each.client_id'),
  byId('person_key', 'sealed', 'each.client_id'),
  byId('person_case', 'words', 'each.client_id'),
  byId('person_told', 'sealed', 'each.client_id'),
  byId('heir', 'sealed', 'each.client_id'),
  ...['words', 'papers', 'answer'].map((column) => named('appeal', column, 'each.client_id')),
  ...['words', 'result'].map((column) => named('task', column, 'each.client_id')),
  {
    table: 'passport_reading',
    keys: ['file_id'],
    column: 'sealed',
    place: ({ file_id }) => ({ table: 'passport_reading', id: String(file_id) }),
    owner: 'each.client_id',
  },
  {
    table: 'photo_print',
    keys: ['file_id'],
    column: 'fine',
    place: ({ file_id }) => ({ table: 'photo_print', id: String(file_id) }),
    owner: 'each.client_id',
  },
  {
    table: 'answer_change',
    keys: ['request_id'],
    column: 'sealed',
    place: ({ request_id }) => ({ table: 'answer_change', id: String(request_id) }),
    owner: 'each.client_id',
  },
  named('client_document', 'pdf', 'each.client_id'),
  named('client_document', 'plain', 'each.client_id'),
  ...['inputs', 'trace', 'result'].map((column) => named('decision', column, 'each.client_id')),
  byId('pay_means', 'sealed', 'each.client_id'),
  byId('identity_record', 'sealed', 'each.client_id'),
  byId('payout', 'sealed', 'each.client_id'),
  byId('payout_attempt', 'sealed', 'each.client_id'),
  {
    table: 'review_verdict',
    keys: ['request_id', 'step'],
    column: 'sealed',
    place: ({ request_id, step: number }) => ({ table: 'review_verdict', id: `${request_id}:${number}` }),
    owner: 'each.client_id',
  },
  {
    table: 'review_typed',
    keys: ['request_id', 'staff_id'],
    column: 'sealed',
    place: ({ request_id, staff_id }) => ({ table: 'review_typed', id: `${request_id}:${staff_id}` }),
    owner: 'each.client_id',
  },
  {
    table: 'review',
    keys: ['request_id'],
    column: 'refusal',
    place: ({ request_id }) => ({ table: 'review', id: String(request_id), column: 'refusal' }),
    owner: 'each.client_id',
  },
  byId('bar_check', 'inputs', 'each.client_id'),
  ...['request_xml', 'answer', 'parts', 'error_text'].map((column) =>
    named('bureau_question', column, 'each.client_id'),
  ),
  byId('offer', 'content', 'each.client_id'),
  byId('loan', 'sealed', 'each.client_id'),
  byId('contact', 'sealed', 'each.client_id'),
  byId('loan_action', 'sealed'),
  byId('rule_snooze', 'reason', 'each.client_id'),
  byId('signature', 'record', 'each.client_id'),
  byId('video_digits', 'sealed'),
  named('staff', 'totp'),
  named('staff', 'totp_next'),
  named('webhook', 'secret'),
  named('webhook', 'old_secret'),
  {
    table: 'idempotency',
    keys: ['actor', 'key'],
    column: 'reply',
    place: ({ actor, key }) => ({ table: 'idempotency', id: `${actor}\n${key}` }),
  },
  byId('list_entry', 'sealed'),
  {
    table: 'client_key',
    keys: ['client_id'],
    column: 'sealed',
    place: ({ client_id }) => ({ table: 'client_key', id: String(client_id) }),
  },
]

/** Bytes that are hashes, keys in the open, or live for minutes: nothing to seal anew. */
export const openBytes: readonly string[] = [
  // Numbers of a public list.
  'invalid_passport.bits',
  'identity_attempt.sealed',
  'identity_attempt.result',
  'journal.prev_hash',
  'journal.hash',
  'journal_seal.prev_hash',
  'journal_seal.hash',
  'journal_seal.key_id',
  'journal_seal.signature',
  'journal_sealed_head.hash',
  'posting.prev_hash',
  'posting.hash',
  'book_day.root',
  'journal_head.genesis',
  'journal_head.hash',
  'journal_head.key_id',
  'journal_head.signature',
  'idempotency.body_hash',
  'rate_counter.key',
  'client_phone.phone_index',
  'session.token_hash',
  'one_time_code.subject',
  'one_time_code.binding',
  'one_time_code.code_hash',
  'staff_session.token_hash',
  'staff_attempt.login',
  'staff_invitation.token_hash',
  'review_index.value',
  'handover.link_hash',
  'handover.phone_hash',
  'machine_secret.hash',
  'machine_token.hash',
  'passkey.public_key',
  'passkey_challenge.hash',
  'passkey_challenge.binding',
  'app_key.id',
  'client_key.key_id',
]
