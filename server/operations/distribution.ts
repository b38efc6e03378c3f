/**
 * Where the rows of each table are when a distributed engine (Citus, docs/scale.md) holds the schema:
 * - `distributed`: parted by the client they belong to, all rows of one client on one node;
 * - `reference`: small, written seldom, a copy on every node;
 * - `local`: on the coordinator alone, with the reason.
 * A test compares this with the schema, and holds the schema to what the engine asks for.
 */
export type Kind = 'distributed' | 'reference' | 'local'

/** Tables parted by client. Their keys and foreign keys hold `client_id`. */
const distributed = [
  'client',
  'client_key',
  'client_word',
  'session',
  'consent',
  'place',
  'request',
  'step',
  'handover',
  'promo_use',
  'video_digits',
  'evidence',
  'passport_reading',
  'photo_print',
  'review',
  'review_verdict',
  'review_opened',
  'review_file',
  'review_presence',
  'review_typed',
  'review_index',
  'calling',
  'client_document',
  'signing_package',
  'signature',
  'person_key',
  'person_crossing',
  'person_case',
  'person_told',
  'request_trace',
  'answer_change',
  'identity_record',
  'identity_link',
  'decision',
  'bar_check',
  'request_opinion',
  'bureau_question',
  'rule_snooze',
  'offer',
  'payout',
  'payout_attempt',
  'loan',
  'payment',
  'part_return',
  'prolongation',
  'loan_notice',
  'pay_means',
  'pay_order',
  'autopay',
  'autopay_row',
  'contact',
  'contact_stop',
  'appeal',
  'appeal_file',
  'heir',
] as const

const reference = ['staff', 'decision_rules'] as const

/** Why the rows of these tables stand in one place. */
const local: Readonly<Record<string, readonly string[]>> = {
  'of a server, of all servers, or of nobody yet': [
    'app_key',
    'idempotency',
    'rate_counter',
    'summed_event',
    'sweep',
    'one_time_code',
    'passkey_challenge',
    'identity_attempt',
  ],
  'the only word on what must be one in all of the system: a directory from there to the client': [
    'client_phone',
    'contract_number',
    'payment_told',
    'identity_evidence',
    'evidence_id',
  ],
  'numbered in one order, or only added to, which triggers keep: the engine has none on distributed tables': [
    'journal',
    'journal_head',
    'journal_seal',
    'journal_sealed_head',
    'event_unnumbered',
    'event',
    'event_head',
    'posting',
    'posting_line',
    'book_day',
  ],
  'the outbox: workers take what is next of all messages, and some go to nobody who has an account': ['message'],
  'sums and lists of all loans, made again from them at any time': [
    'loan_desk',
    'loan_sum',
    'loan_month',
    'loan_start',
    'core_loan',
    'core_intent',
  ],
  'two clients in one row': ['person_link', 'photo_match'],
  'money that belongs to nobody yet': ['payment_suspense', 'refund'],
  'the work of the office': [
    'staff_session',
    'staff_attempt',
    'staff_invitation',
    'staff_grant',
    'task',
    'loan_action',
    'list_file',
    'list_entry',
    'invalid_passport',
    'rule_draft',
    'version_content',
    'rule_turn',
    'rule_backtest',
    'rule_backtest_case',
    'rule_shadow',
    'rule_shadow_case',
  ],
  'of clients and of the staff, found by the id the authenticator names': ['passkey'],
  'of other systems of the lender': [
    'machine_client',
    'machine_secret',
    'machine_token',
    'machine_assertion',
    'machine_use',
    'webhook',
    'webhook_delivery',
  ],
  'figures about nobody': ['error_group', 'funnel_event', 'funnel_hour'],
  'stand-ins of the demo': ['sandbox_transfer', 'sandbox_payment', 'sandbox_refund'],
}

const all = (tables: readonly string[], kind: Kind) => tables.map((table) => [table, kind] as const)

export const distribution: ReadonlyMap<string, Kind> = new Map([
  ...all(distributed, 'distributed'),
  ...all(reference, 'reference'),
  ...all(Object.values(local).flat(), 'local'),
])

/** The column a table is parted by. */
export const partedBy = (table: string): string => (table === 'client' ? 'id' : 'client_id')

/**
 * Numbers the database gives to rows of distributed tables: unique because one sequence gives them, with the client in the key only because the engine asks
 * for it.
 */
export const sequences: readonly string[] = ['appeal.number', 'promo_use.turn']
