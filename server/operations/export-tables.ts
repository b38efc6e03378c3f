import type { SubjectKind } from '#contract/journal/vocabulary.ts'

/** A column of the export: what its type is in JSON, and what it says. */
interface ExportColumn {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array'
  readonly about: string
  /** Written only when personal data were asked for with a reason. */
  readonly personal?: true
  /** Where the row has it open: a column of the table, when it is called otherwise there. */
  readonly from?: string
  /** It is inside the sealed column. */
  readonly sealed?: true
}

export interface ExportTable {
  readonly name: string
  readonly about: string
  readonly table: string
  /** The primary key: pages go by it. */
  readonly keys: readonly string[]
  /** Rows are taken when any of these is since the day asked for: moments, or days where `days` says so. */
  readonly since: readonly string[]
  /** What the journal calls them, where no column says when a row last changed: rows it speaks of since that day are taken too. */
  readonly journal?: SubjectKind
  readonly days?: true
  /** What is sealed, with whose key, and bound to what. */
  readonly sealed?: { readonly column: string; readonly client: string; readonly place: 'column' | 'id' }
  readonly columns: Readonly<Record<string, ExportColumn>>
}

const id = (about: string, from?: string) => ({ type: 'string', about, ...(from && { from }) }) as const
const at = (about: string, from?: string) =>
  ({ type: 'string', about: `${about}; RFC 3339, UTC`, ...(from && { from }) }) as const
const kopecks = (about: string) => ({ type: 'number', about: `${about}; whole kopecks` }) as const
const day = (about: string) => ({ type: 'string', about: `${about}; YYYY-MM-DD of the lender's zone` }) as const
const text = (about: string) => ({ type: 'string', about }) as const
const person = (about: string) => ({ type: 'string', about, personal: true, sealed: true }) as const
const fact = (type: 'string' | 'number', about: string) => ({ type, about, sealed: true }) as const

/** What a warehouse gets, table by table. A column that is not here does not leave: the dictionary is made from this. */
export const exportTables: readonly ExportTable[] = [
  {
    name: 'people',
    about: 'Accounts of borrowers',
    table: 'client',
    keys: ['id'],
    since: ['created_at'],
    journal: 'client',
    sealed: { column: 'sealed', client: 'id', place: 'id' },
    columns: {
      id: id('of the account'),
      created_at: at('when it was made'),
      phone: person('phone, +7…'),
      email: person('e-mail'),
    },
  },
  {
    name: 'requests',
    about: 'Requests with what is asked for',
    table: 'request',
    keys: ['id'],
    since: ['updated_at'],
    sealed: { column: 'facts', client: 'client_id', place: 'column' },
    columns: {
      id: id('of the request'),
      person: id('of the account', 'client_id'),
      type: text('loan or prolongation'),
      state: text('state by the life table'),
      version: { type: 'number', about: 'grows with each change' },
      created_at: at('begun'),
      updated_at: at('last change'),
      sent_at: at('sent, or null'),
      reviewed_at: at('reviewed, or null'),
      product: fact('string', 'product asked for'),
      amount: fact('number', 'asked for; whole kopecks'),
      term: fact('number', 'days, or number of instalments'),
      purpose: fact('string', 'what for'),
      region: person('region of registration'),
      surname: person('surname'),
      name: person('name'),
      patronymic: person('patronymic'),
      birthDate: person('born on'),
      passportNumber: person('passport'),
      inn: person('ИНН'),
      snils: person('СНИЛС'),
      registrationAddress: person('registered at'),
      income: { type: 'number', about: 'income a month as it was told; whole kopecks', personal: true, sealed: true },
    },
  },
  {
    name: 'decisions',
    about: 'Decisions of the rules',
    table: 'decision',
    keys: ['id'],
    since: ['decided_at'],
    columns: {
      id: id('of the decision'),
      request: id('of the request', 'request_id'),
      person: id('of the account', 'client_id'),
      outcome: text('offer, reject or refer'),
      reason_class: text('class of the reason, or null'),
      reasons: { type: 'array', about: 'codes of the reasons' },
      rules_version: text('version of the rules'),
      rules_sha256: text('SHA-256 of the rules'),
      decided_at: at('decided'),
    },
  },
  {
    name: 'payouts',
    about: 'Payouts to borrowers',
    table: 'payout',
    keys: ['id'],
    since: ['updated_at'],
    columns: {
      id: id('of the payout'),
      request: id('of the request', 'request_id'),
      person: id('of the account', 'client_id'),
      amount: kopecks('sent'),
      state: text('preparing, sent, checking, refused, succeeded or cancelled'),
      created_at: at('begun'),
      updated_at: at('last change'),
    },
  },
  {
    name: 'loans',
    about: 'Loans',
    table: 'loan',
    keys: ['id'],
    since: ['opened_at', 'closed_at'],
    journal: 'loan',
    columns: {
      id: id('of the loan'),
      request: id('of the request', 'request_id'),
      person: id('of the account', 'client_id'),
      contract: id('number of the contract', 'contract_number'),
      state: text('running, closed or returned'),
      principal: kopecks('lent'),
      due_date: day('to be returned'),
      opened_at: at('the money came'),
      closed_at: at('paid in full, or null'),
    },
  },
  {
    name: 'loan_months',
    about:
      'How each loan stood at the end of each month, as the calculation says it now; whole months since that of the day',
    table: 'loan_month',
    keys: ['loan_id', 'month'],
    since: ['month'],
    days: true,
    columns: {
      loan: id('of the loan', 'loan_id'),
      month: text('YYYY-MM'),
      principal: kopecks('principal owed'),
      due: kopecks('due and not paid'),
      overdue_days: { type: 'number', about: 'days late' },
    },
  },
  {
    name: 'payments',
    about: 'Payments of loans',
    table: 'payment',
    keys: ['id'],
    since: ['at', 'voided_at'],
    columns: {
      id: id('of the payment'),
      loan: id('of the loan', 'loan_id'),
      provider: text('who told of it'),
      provider_id: text('its id there'),
      amount: kopecks('paid'),
      at: at('heard of'),
      paid_on: day('paid on; null: the day it was heard of'),
      part_return: { type: 'boolean', about: 'gives a part back before its time' },
      voided_at: at('taken out, or null'),
    },
  },
  {
    name: 'postings',
    about: 'The book: one row a posting, its lines sum to 0',
    table: 'posting',
    keys: ['chain', 'number'],
    since: ['at'],
    columns: {
      id: id('of the posting'),
      chain: id('the loan, or the payment that belongs to none'),
      number: { type: 'number', about: 'place in the chain, from 1' },
      kind: text('what it is: docs/integration.md'),
      value_date: day('counts from'),
      booked_on: day('booked'),
      at: at('written'),
      replaces: id('posting it takes back, or null'),
      lines: { type: 'object', about: 'account → whole kopecks; above 0 debit, below credit' },
    },
  },
  {
    name: 'appeals',
    about: 'What borrowers asked of the lender in so many words',
    table: 'appeal',
    keys: ['id'],
    since: ['came_at', 'decided_at'],
    journal: 'appeal',
    columns: {
      id: id('of the appeal'),
      person: id('of the account', 'client_id'),
      kind: text('holiday, new terms, complaint, personal data, refusal of contacts'),
      loan: id('of the loan, or null', 'loan_id'),
      state: text('state'),
      outcome: text('how it was answered, or null'),
      way: text('how it came: from the cabinet, or entered by the staff'),
      came_on: day('the day it came: the clock runs from it'),
      came_at: at('registered'),
      answer_by: day('to be answered by'),
      decided_at: at('answered, or null'),
    },
  },
]

/** The data dictionary of what was written. */
export const dictionaryOf = (tables: readonly ExportTable[], personal: boolean) =>
  tables.map(({ name, about, columns }) => ({
    table: name,
    file: `${name}.ndjson`,
    about,
    columns: Object.entries(columns)
      .filter(([, column]) => personal || !column.personal)
      .map(([column, { type, about: says, personal: private_ = false }]) => ({
        column,
        type,
        about: says,
        personal: private_,
      })),
  }))
