import pg from 'pg'
import { debtOn, type LoanPayment, quote, type RunningLoan, runningLoan } from '#contract/calculation.ts'
import { contractNumber } from '#contract/contractNumber.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Facts } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import { kopecks } from '#contract/money.ts'
import { instantInZone } from '#contract/zones.ts'
import { sumsOf } from '#server/modules/ledger/accounts.ts'
import { noHash, postingHash } from '#server/modules/ledger/chain.ts'
import { writtenMovements } from '#server/modules/ledger/comparing.ts'
import { factsOf, standingOf } from '#server/modules/loans/following.ts'
import { remindOn } from '#server/modules/loans/reminders.ts'
import { surnameKey } from '#server/modules/verification/index.ts'
import { phoneOf } from '../drills/stored-requests.ts'
import { bulk, fill, idOf, lot } from './bulk.ts'
import { blind, clientOf, factsOfPerson, sealedFor } from './stored-people.ts'

/** What became of a loan, and how many of a hundred: the book of a lender of some years. */
const kinds = [
  { of: 60, ends: 'closed', ages: [31, 700] },
  { of: 12, ends: 'running', ages: [0, 13] },
  { of: 3, ends: 'instalments', ages: [0, 90] },
  { of: 1, ends: 'late', ages: [1, 3] },
  { of: 1, ends: 'late', ages: [4, 7] },
  { of: 3, ends: 'late', ages: [8, 30] },
  { of: 3, ends: 'late', ages: [31, 60] },
  { of: 2, ends: 'late', ages: [61, 90] },
  { of: 5, ends: 'late', ages: [91, 160] },
  { of: 10, ends: 'late', ages: [161, 700] },
] as const

const term = 14

/** Closed loans are followed no more: with more of them than this they are stored without their book, which takes the longest. */
const closedBooksUpTo = 200_000
const whole = 100

/** Loans that are alike but for their names: calculated once. */
function shapeOf(lender: Lender, through: IsoDate, kind: (typeof kinds)[number], age: number, turn: number) {
  const { rules, calendar } = lender
  const single = kind.ends !== 'instalments'
  const product = lender.products.find((one) => one.kind === (single ? 'single' : 'instalments'))!
  const amount = single ? [3000, 8000, 15_000, 30_000][turn]! : 50_000
  const startDate = addDays(through, kind.ends === 'late' ? -age - term : -age)
  const price = quote(
    product,
    { amount: kopecks(amount * 100), term: single ? term : 12, firstLoan: false },
    startDate,
    rules,
  )
  const bare = runningLoan(price, startDate, calendar)
  const payments: LoanPayment[] = []
  const pay = (day: number, share: number) => {
    const date = addDays(startDate, day)
    if (date > through) return
    const owed = debtOn({ ...bare, payments }, date, rules)
    payments.push({ date, amount: kopecks(Math.max(100, Math.floor((single ? owed.toClose : owed.due) * share))) })
  }
  if (kind.ends === 'closed') pay(turn === 3 ? term + 9 : term - turn, 1)
  if (!single)
    for (const row of bare.schedule) if (row.date <= through) payments.push({ date: row.date, amount: row.payment })
  if (kind.ends === 'late' && turn === 0) pay(term + 1, 0.2)
  const loan: RunningLoan = { ...bare, payments }
  return {
    bare,
    loan,
    payments,
    price,
    closed: debtOn(loan, through, rules).closedOn,
    movements: writtenMovements(loan, through, rules),
    standing: standingOf('', loan, through, rules),
    remind: remindOn(loan, addDays(through, 1), rules),
  }
}

export const loanOf = (n: number) => idOf(n, 3)
export const requestOf = (n: number) => idOf(n, 4)
/** Some borrow again and again: of ten loans three are one person's. */
export const borrowerOf = (n: number) => (n % 10 === 1 || n % 10 === 2 ? n - (n % 10) : n)

/** The number of the nth contract's papers. */
export const contractOf = (n: number, startDate: IsoDate) => contractNumber(startDate, n % 1_000_000)

/** What the triggers, which were off, would have left of it all. */
async function sumDesks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client
    .query(
      `insert into loan_sum select overdue_since, due > 0, count(*), sum(principal), sum(due)
        from loan_desk where next_look is not null group by 1, 2`,
    )
    .finally(() => client.end())
}

/** Writes invented loans to stored people, as the product would have left them at the end of a day; with their book only where it is asked for. */
export async function storeLoans(
  url: string,
  lender: Lender,
  all: number,
  { through, books }: { readonly through: IsoDate; readonly books: boolean },
) {
  const { zone } = lender
  const shapes = new Map<string, ReturnType<typeof shapeOf>>()
  const contracts = new Map<number, string>()
  const noons = new Map<IsoDate, Date>()
  const noonOf = (day: IsoDate): Date => {
    const noon = noons.get(day) ?? instantInZone(day, 12, zone)
    noons.set(day, noon)
    return noon
  }

  function kindOf(n: number) {
    let place = (n * 37) % whole
    return kinds.find(({ of }) => {
      place -= of
      return place < 0
    })!
  }

  function shape(n: number) {
    const kind = kindOf(n)
    const [least, most] = kind.ages
    const age = least + Math.floor(lot(n, 5) * (most - least + 1))
    const turn = Math.floor(lot(n, 6) * 4)
    const key = `${kinds.indexOf(kind)} ${age} ${turn}`
    const known = shapes.get(key) ?? shapeOf(lender, through, kind, age, turn)
    shapes.set(key, known)
    return known
  }

  const requests = bulk<unknown[]>('request', {
    id: 'text',
    client_id: 'text',
    type: 'text',
    state: 'text',
    shown: 'jsonb',
    facts: 'bytea',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    sent_at: 'timestamptz',
  })
  const index = bulk<[string, string, string, Buffer]>('review_index', {
    request_id: 'text',
    client_id: 'text',
    kind: 'text',
    value: 'bytea',
  })
  const numbers = bulk<[string, string]>('contract_number', { number: 'text', client_id: 'text' })
  const loans = bulk<unknown[]>('loan', {
    id: 'text',
    request_id: 'text',
    client_id: 'text',
    state: 'text',
    contract_number: 'text',
    due_date: 'text',
    principal: 'bigint',
    sealed: 'bytea',
    opened_at: 'timestamptz',
    closed_at: 'timestamptz',
    remind_on: 'text',
  })
  const payments = bulk<unknown[]>('payment', {
    id: 'text',
    client_id: 'text',
    loan_id: 'text',
    provider: 'text',
    provider_id: 'text',
    amount: 'bigint',
    at: 'timestamptz',
    paid_on: 'text',
    part_return: 'boolean',
  })
  const postings = bulk<unknown[]>('posting', {
    id: 'text',
    chain: 'text',
    number: 'integer',
    kind: 'text',
    source: 'text',
    value_date: 'text',
    ordinal: 'integer',
    booked_on: 'text',
    at: 'timestamptz',
    prev_hash: 'bytea',
    hash: 'bytea',
  })
  const lines = bulk<[string, string, number]>('posting_line', {
    posting_id: 'text',
    account: 'text',
    amount: 'bigint',
  })
  const months = bulk<unknown[]>('loan_month', {
    loan_id: 'text',
    month: 'text',
    principal: 'bigint',
    due: 'bigint',
    overdue_days: 'integer',
  })
  const starts = bulk<unknown[]>('loan_start', {
    loan_id: 'text',
    month: 'text',
    issued: 'bigint',
    late1: 'boolean',
    late5: 'boolean',
    late30: 'boolean',
  })
  const desks = bulk<unknown[]>('loan_desk', {
    loan_id: 'text',
    principal: 'bigint',
    due: 'bigint',
    overdue_since: 'text',
    next_date: 'text',
    next_amount: 'bigint',
    looked_on: 'text',
    next_look: 'text',
  })

  function paid(n: number, { payments: came }: ReturnType<typeof shapeOf>) {
    const rows = came.map(({ date, amount }, at) => ({
      id: idOf(n * 8 + at, 5),
      client_id: clientOf(borrowerOf(n)),
      loan_id: loanOf(n),
      provider: 'bench',
      provider_id: `${n}-${at}`,
      amount,
      at: noonOf(date),
      paid_on: date,
      part_return: false,
      voided_at: null,
      voided_to: null,
    }))
    for (const { voided_at: _, ...row } of rows) payments.add(...Object.values(row))
    return rows
  }

  /** The chain of a loan in the order of its days. */
  function book(n: number, { loan, movements }: ReturnType<typeof shapeOf>, rows: Parameters<typeof factsOf>[2]): void {
    const id = loanOf(n)
    const [payout, ...came] = factsOf({ id }, loan, rows, [], zone).map((fact) => ({ ...fact, ordinal: 0 }))
    const derived = movements.map(({ open: _, ...movement }) => ({ ...movement, source: null }))
    const entries = [payout!, ...[...came, ...derived].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))]
    let before = noHash
    for (const [at, { kind, source, day, ordinal, lines: sums }] of entries.entries()) {
      const posting = idOf(n * 64 + at, 6)
      const rest = { chain: id, number: at + 1, kind, source, value_date: day, ordinal, booked_on: day }
      const unsigned = { id: posting, ...rest, at: noonOf(day as IsoDate), prev_hash: before, replaces: null }
      const hash = postingHash({ ...unsigned, lines: sums })
      const { replaces: _, ...row } = unsigned
      postings.add(...Object.values(row), hash)
      for (const [account, amount] of sumsOf(sums)) lines.add(posting, account, amount)
      before = hash
    }
  }

  const tables = [requests, index, numbers, loans, payments, postings, lines, months, starts, desks]
  await fill(url, tables, all, (n) => {
    const found = shape(n)
    const { bare, closed, price, standing } = found
    const [id, request, person] = [loanOf(n), requestOf(n), borrowerOf(n)]
    const client = clientOf(person)
    const known = factsOfPerson(person, all)
    const opened = new Date(noonOf(bare.startDate).getTime() - (n % 600) * 60_000)
    const state = closed ? 'closed' : 'running'
    const facts: Facts = { ...known, product: price.productId, amount: price.principal, term: price.term }
    const shown = { terms: null, loan: { id, state, dueDate: price.lastDate } }
    requests.add(
      request,
      client,
      'loan',
      'Processed',
      JSON.stringify(shown),
      sealedFor(facts, { table: 'request', id: request, column: 'facts' }),
      opened,
      opened,
      opened,
    )
    index.add(request, client, 'phone', blind('review phone', phoneOf(person)))
    index.add(request, client, 'surname', blind('review surname', surnameKey(known.surname)))
    const contract = contractOf(n, bare.startDate)
    if (n % 97 === 0) contracts.set(n, contract)
    numbers.add(contract, client)
    loans.add(
      id,
      request,
      client,
      state,
      contract,
      price.lastDate,
      price.principal,
      sealedFor(bare, { table: 'loan', id }),
      opened,
      closed ? noonOf(closed) : null,
      closed ? null : found.remind,
    )
    for (const { month, principal, due, overdue_days } of standing.months)
      months.add(id, month, principal, due, overdue_days)
    starts.add(...Object.values({ ...standing.start, loan_id: id }))
    desks.add(...Object.values({ ...standing.desk, loan_id: id }))
    const rows = paid(n, found)
    if (books && (!closed || all <= closedBooksUpTo)) book(n, found, rows)
  })
  await sumDesks(url)
  return { contracts: [...contracts.values()] }
}
