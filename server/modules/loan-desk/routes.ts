import { dropAsked, officeLedger, officeSuspense, placeSuspense } from '#contract/calls/office/book.ts'
import {
  addHeir,
  beginCall,
  endCall,
  findLoans,
  liftStop,
  officeLoan,
  officeLoans,
  stopContacts,
  voidPayment,
} from '#contract/calls/office/loans.ts'
import { refundByTransfer } from '#contract/calls/office/payments.ts'
import { parseDate } from '#contract/dateReading.ts'
import type { IsoDate } from '#contract/dates.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { transferChoice, transferIn, voidChoice } from './choices.ts'
import type { DeskParts, LoanDesk } from './service.ts'

interface Parts extends DeskParts {
  readonly router: Router
  readonly desk: LoanDesk
  /** Through whom money can be given back; absent: by hand only. */
  readonly givesBack: string | undefined
}

const pageSize = 50

function dayIn(text: string | undefined, field: string): IsoDate | undefined {
  if (text === undefined) return undefined
  const day = parseDate(text)
  if (!day) throw fail('bad_request', { issues: [{ field, message: 'Такой даты нет' }] })
  return day
}

export function loanDeskRoutes({
  router,
  desk,
  givesBack,
  loans,
  ledger,
  contacts,
  calling,
  staffNames,
  phoneOf,
}: Parts) {
  router.read(officeLoans, ({ query }) => desk.list(query))
  router.read(findLoans, ({ body }) => desk.list(body))

  router.read(officeLoan, ({ actor, params, query }) => {
    const on = dayIn(query.on, 'on')
    return desk.one(params.id, actor, on)
  })

  router.change(beginCall, async ({ actor, params }, tx) => {
    const { debtor, overdueDays } = await loans.debtor(tx, params.id)
    if (overdueDays === 0) throw fail('state_conflict')
    const id = await contacts.call(tx, debtor, actor.id)
    await calling.start(tx, debtor.requestId, actor.id)
    return { id, phone: await phoneOf(tx, debtor.clientId) }
  })

  router.change(endCall, async ({ actor, params, body }, tx) => {
    const { result, words, promise } = body
    const day = dayIn(promise?.day, 'promise.day')
    const promised = promise && day ? { promise: { day, amount: promise.amount } } : {}
    const { loan_id } = await contacts.end(tx, params.id, actor.id, { result, words, ...promised })
    await calling.end(tx, (await loans.debtor(tx, loan_id)).debtor.requestId, actor.id)
    return undefined
  })

  const clientOf = async (tx: Tx, loanId: string) => (await loans.debtor(tx, loanId)).debtor.clientId

  router.change(stopContacts, async ({ actor, params, body }, tx) => {
    const { ground, since } = body
    await desk.marks.set(tx, await clientOf(tx, params.id), actor.id, ground, dayIn(since, 'since'))
    return undefined
  })

  router.change(liftStop, async ({ actor, params, body }, tx) => ({
    done: await desk.marks.lift(tx, await clientOf(tx, params.id), actor.id, body.reason),
  }))

  router.change(addHeir, async ({ actor, params, body }, tx) => {
    const { acceptedOn, ...heir } = body
    const accepted = dayIn(acceptedOn, 'acceptedOn')
    return { id: await desk.marks.addHeir(tx, await clientOf(tx, params.id), actor.id, heir, accepted) }
  })

  router.change(voidPayment, async ({ actor, params, body }, tx) => {
    const { reason, to = 'gone' } = body
    const asking = { kind: 'void', subject: params.id, choice: voidChoice(to), reason, staffId: actor.id } as const
    await loans.standing(tx, params.id)
    const done = await desk.actions.ask(tx, asking)
    if (done) await loans.void(tx, params.id, actor.id, to)
    return { done }
  })

  router.read(officeSuspense, async ({ actor, query }) => {
    const found = await loans.waitingIn(placeOf(query.after), pageSize + 1)
    const page = found.slice(0, pageSize)
    const ids = page.map((row) => row.id)
    const asked = await desk.actions.open('place', ids)
    const refunds = await desk.actions.open('refund', ids)
    const names = await staffNames()
    const last = found.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map((row) => {
        const open = asked.find(({ subject }) => subject === row.id)
        const refund = refunds.find(({ subject }) => subject === row.id)
        return {
          id: row.id,
          refundable: row.provider === givesBack,
          wanted: row.refund_asked_at !== null,
          refund: refund ? { ...desk.askedBy(refund, names, actor.id), transfer: transferIn(refund.choice) } : null,
          at: row.at.toISOString(),
          amount: row.amount,
          provider: row.provider,
          providerId: row.provider_id,
          loan: row.loan,
          reason: row.reason,
          asked: open ? { ...desk.askedBy(open, names, actor.id), contract: open.choice } : null,
        }
      }),
      total: await loans.inSuspense(),
      ...(last && { next: cursorOf(last.at, last.id) }),
    }
  })

  router.change(placeSuspense, async ({ actor, params, body }, tx) => {
    await loans.placing(tx, params.id, body.contract)
    const asking = { kind: 'place', subject: params.id, choice: body.contract, reason: body.reason } as const
    const done = await desk.actions.ask(tx, { ...asking, staffId: actor.id })
    if (done) await loans.place(tx, params.id, body.contract)
    return { done }
  })

  router.change(refundByTransfer, async ({ actor, params, body }, tx) => {
    const transfer = { number: body.number, day: dayIn(body.day, 'day') ?? loans.today() }
    await loans.transferable(tx, params.id, transfer.day)
    const asking = {
      kind: 'refund',
      subject: params.id,
      choice: transferChoice(transfer),
      reason: body.reason,
    } as const
    const done = await desk.actions.ask(tx, { ...asking, staffId: actor.id })
    if (done) await loans.transferred(tx, params.id, actor.id, transfer)
    return { done }
  })

  router.change(dropAsked, async ({ actor, params }, tx) => {
    await desk.actions.drop(tx, params.id, actor)
    return undefined
  })

  router.read(officeLedger, ({ query }) => ledger.trialBalance(dayIn(query.on, 'on') ?? loans.today()))
}
