interface Charge {
  readonly id: number
  readonly externalId: string
  readonly chargeId: number
  readonly amount: number
  readonly dueDate: string
  adjusted: number
}

interface Transaction {
  readonly id: number
  readonly externalId: string
  readonly type: 'repayment' | 'goodwillCredit' | 'creditBalanceRefund' | 'adjustment'
  readonly amount: number
  readonly date: string
  reversed: boolean
}

interface Loan {
  readonly id: number
  readonly clientId: number
  readonly externalId: string
  readonly principal: number
  readonly charges: Charge[]
  readonly transactions: Transaction[]
  stands: 'submitted' | 'approved' | 'disbursed'
  disbursedOn: string
}

interface Client {
  readonly id: number
  readonly externalId: string
  readonly sent: Readonly<Record<string, unknown>>
}

export interface Reply {
  readonly status: number
  readonly body: object
}

export interface Asked {
  readonly method: string
  /** Below `/api/v1`. */
  readonly path: string
  readonly command: string
  readonly body: Readonly<Record<string, unknown>>
}

export function openBooks() {
  return { clients: new Map<string, Client>(), loans: new Map<string, Loan>(), last: 0 }
}
export type Books = ReturnType<typeof openBooks>

const refused = (code: string, status = 403): Reply => ({
  status,
  body: {
    developerMessage: 'Request was understood but caused a domain rule violation.',
    httpStatusCode: String(status),
    userMessageGlobalisationCode: 'validation.msg.domain.rule.violation',
    errors: [{ userMessageGlobalisationCode: code, parameterName: 'id' }],
  },
})
const none: Reply = { status: 404, body: { userMessageGlobalisationCode: 'error.msg.resource.not.found' } }
const done = (id: number, more: object = {}): Reply => ({ status: 200, body: { officeId: 1, resourceId: id, ...more } })

/** Whole kopecks of what it was sent as roubles. */
const sum = (value: unknown) => Math.round(Number(value) * 100)
const roubles = (kopecks: number) => kopecks / 100

/** Whole kopecks; below 0 when overpaid. */
export function owedIn(loan: Loan): number {
  if (loan.stands !== 'disbursed') return 0
  const charged = loan.charges.reduce((all, { amount }) => all + amount, loan.principal)
  return loan.transactions.reduce((owed, { type, amount, reversed }) => {
    if (reversed) return owed
    return type === 'creditBalanceRefund' ? owed + amount : owed - amount
  }, charged)
}

function statusOf(loan: Loan): number {
  if (loan.stands === 'submitted') return 100
  if (loan.stands === 'approved') return 200
  const owed = owedIn(loan)
  return owed > 0 ? 300 : owed === 0 ? 600 : 700
}

function viewOf(loan: Loan): Reply {
  const owed = owedIn(loan)
  const status = { id: statusOf(loan), code: 'loanStatusType', active: owed > 0 }
  return {
    status: 200,
    body: {
      id: loan.id,
      clientId: loan.clientId,
      externalId: loan.externalId,
      status,
      ...(loan.stands === 'disbursed' && {
        summary: { principalDisbursed: roubles(loan.principal), totalOutstanding: roubles(Math.max(0, owed)) },
        totalOverpaid: roubles(Math.max(0, -owed)),
      }),
    },
  }
}

const next = (books: Books): number => {
  books.last += 1
  return books.last
}

function makeClient(books: Books, body: Asked['body']): Reply {
  const externalId = String(body.externalId ?? '')
  if (!body.firstname || !body.lastname || !body.officeId || !body.activationDate)
    return refused('validation.msg.client.firstname.cannot.be.blank', 400)
  if (books.clients.has(externalId)) return refused('error.msg.client.duplicate.externalId')
  const id = next(books)
  books.clients.set(externalId, { id, externalId, sent: body })
  return done(id, { clientId: id, resourceExternalId: externalId })
}

function makeLoan(books: Books, body: Asked['body']): Reply {
  const externalId = String(body.externalId ?? '')
  if (![...books.clients.values()].some(({ id }) => id === body.clientId)) return none
  if (!(sum(body.principal) > 0) || !(Number(body.loanTermFrequency) > 0) || !body.productId)
    return refused('validation.msg.loan.principal.not.greater.than.zero', 400)
  if (books.loans.has(externalId)) return refused('error.msg.loan.duplicate.externalId')
  const id = next(books)
  books.loans.set(externalId, {
    id,
    clientId: Number(body.clientId),
    externalId,
    principal: sum(body.principal),
    charges: [],
    transactions: [],
    stands: 'submitted',
    disbursedOn: '',
  })
  return done(id, { loanId: id, resourceExternalId: externalId })
}

function moveLoan(loan: Loan, command: string, body: Asked['body']): Reply {
  if (command === 'approve') {
    if (loan.stands !== 'submitted') return refused('error.msg.loan.approve.account.is.not.submitted.and.pending.state')
    loan.stands = 'approved'
  } else if (command === 'disburse') {
    if (loan.stands !== 'approved') return refused('error.msg.loan.disbursal.account.is.not.in.approve.state')
    loan.stands = 'disbursed'
    loan.disbursedOn = String(body.actualDisbursementDate)
  } else return refused('error.msg.command.unsupported', 400)
  return done(loan.id, { loanId: loan.id })
}

function addCharge(books: Books, loan: Loan, body: Asked['body']): Reply {
  const externalId = String(body.externalId ?? '')
  if (loan.stands !== 'disbursed') return refused('error.msg.loan.is.not.disbursed')
  if (String(body.dueDate) < loan.disbursedOn) return refused('error.msg.loanCharge.specified.due.date.outside.range')
  if (!(sum(body.amount) > 0)) return refused('validation.msg.loanCharge.amount.not.greater.than.zero', 400)
  if (loan.charges.some((one) => one.externalId === externalId))
    return refused('error.msg.loanCharge.duplicate.externalId')
  const id = next(books)
  const amount = sum(body.amount)
  loan.charges.push({
    id,
    externalId,
    chargeId: Number(body.chargeId),
    amount,
    dueDate: String(body.dueDate),
    adjusted: 0,
  })
  return done(id, { loanId: loan.id, resourceExternalId: externalId })
}

function addTransaction(
  books: Books,
  loan: Loan,
  type: Transaction['type'],
  given: { amount: number; date: string; externalId: string },
): Reply {
  const { amount, date, externalId } = given
  if (!(amount > 0)) return refused('validation.msg.loan.transaction.transactionAmount.not.greater.than.zero', 400)
  if (date < loan.disbursedOn) return refused('error.msg.loan.transaction.cannot.be.before.disbursement.date')
  if (loan.transactions.some((one) => one.externalId === externalId))
    return refused('error.msg.loan.transaction.duplicate.externalId')
  const id = next(books)
  loan.transactions.push({ id, externalId, type, amount, date, reversed: false })
  return done(id, { loanId: loan.id, resourceExternalId: externalId })
}

function adjustCharge(books: Books, loan: Loan, charge: Charge, body: Asked['body']): Reply {
  const amount = sum(body.amount)
  if (amount > charge.amount - charge.adjusted)
    return refused('error.msg.loan.charge.transaction.amount.is.more.than.is.refundable')
  const given = { amount, date: loan.disbursedOn, externalId: String(body.externalId ?? '') }
  const reply = addTransaction(books, loan, 'adjustment', given)
  if (reply.status === 200) charge.adjusted += amount
  return reply
}

function transact(books: Books, loan: Loan, command: string, body: Asked['body']): Reply {
  const given = {
    amount: sum(body.transactionAmount),
    date: String(body.transactionDate),
    externalId: String(body.externalId ?? ''),
  }
  const owed = owedIn(loan)
  if (command === 'repayment' || command === 'goodwillCredit') {
    if (statusOf(loan) !== 300) return refused('error.msg.loan.is.not.active')
    return addTransaction(books, loan, command, given)
  }
  if (command === 'creditBalanceRefund') {
    if (given.amount > -owed) return refused('error.msg.transactionAmount.invalid.must.be.less.than.overpaid')
    return addTransaction(books, loan, command, given)
  }
  return refused('error.msg.command.unsupported', 400)
}

function undo(loan: Loan, made: Transaction): Reply {
  if (made.reversed) return refused('error.msg.loan.transaction.not.found.or.already.reversed')
  made.reversed = true
  return done(made.id, { loanId: loan.id })
}

const byExternal = <Row extends { readonly externalId: string }>(rows: readonly Row[], id: string | undefined) =>
  rows.find(({ externalId }) => externalId === id)

function ofLoan(books: Books, loan: Loan, { method, command, body }: Asked, [what, , id]: readonly string[]): Reply {
  const asks = method === 'GET'
  if (what === undefined) return asks ? viewOf(loan) : moveLoan(loan, command, body)
  if (what === 'charges') {
    if (id === undefined) return addCharge(books, loan, body)
    const charge = byExternal(loan.charges, id)
    if (!charge) return none
    if (asks) return { status: 200, body: { id: charge.id, externalId: id, amount: roubles(charge.amount) } }
    return command === 'adjustment'
      ? adjustCharge(books, loan, charge, body)
      : refused('error.msg.command.unsupported', 400)
  }
  if (what !== 'transactions') return none
  if (id === undefined) return transact(books, loan, command, body)
  const made = byExternal(loan.transactions, id)
  if (!made) return none
  if (asks) return { status: 200, body: { id: made.id, amount: roubles(made.amount), manuallyReversed: made.reversed } }
  return command === 'undo' ? undo(loan, made) : refused('error.msg.command.unsupported', 400)
}

/** What Fineract answers to a call. */
export function answerOf(books: Books, asked: Asked): Reply {
  const { method, path, body } = asked
  const [what, by, externalId, ...rest] = path.split('/').filter(Boolean)
  if (what === 'clients') {
    if (method === 'POST') return makeClient(books, body)
    const client = by === 'external-id' ? books.clients.get(externalId ?? '') : undefined
    return client ? { status: 200, body: { id: client.id, externalId: client.externalId } } : none
  }
  if (what !== 'loans') return none
  if (by === undefined) return makeLoan(books, body)
  const loan = by === 'external-id' ? books.loans.get(externalId ?? '') : undefined
  return loan ? ofLoan(books, loan, asked, rest) : none
}
