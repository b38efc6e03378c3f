import { lastDayFor, prolongationsLeft } from '#contract/calculation.ts'
import type { ProlongationView } from '#contract/calls/prolongation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { personName } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import type { State } from '#contract/life.ts'
import { formatRoubles } from '#contract/money.ts'
import { findProduct } from '#contract/wish.ts'
import { dateInZone } from '#contract/zones.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { ClientDocuments } from '../documents/index.ts'
import type { KnownLoan, Loans } from '../loans/index.ts'
import type { Notify } from '../messages/index.ts'
import type { People } from '../people/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Entered, PackageContent, Signing } from '../signing/index.ts'
import type { Terms } from '../terms/index.ts'
import { agreement } from './papers.ts'
import { paidOn, priceOf, type Waiting } from './payment.ts'
import { allowedDays, lastDay, type Prolonged, priceFor, priceView, refusalOf } from './quoting.ts'
import { prolongationReactions } from './reactions.ts'
import {
  insertProlongation,
  loansWithOver,
  ofRequest,
  openOfLoan,
  type ProlongationRow,
  type ProlongationState,
  updateProlongation,
} from './store.ts'

const sweepEvery = 60_000
const finished = { effective: 'Processed', over: 'Rejected', cancelled: 'Rejected' } as const satisfies Record<
  string,
  State
>

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly loans: Loans
  readonly people: Pick<People, 'accounts' | 'lockedAccounts'>
  readonly documents: ClientDocuments
  readonly signing: Signing
  readonly notify: Notify
  readonly lender: Lender
  /** Products by the tariffs a loan was made by; none: the lender's as they are. */
  readonly terms?: Pick<Terms, 'productOf'>
}

/**
 * Prolongations: a request of its own tied to a loan, in force once the accrued interest is paid and the agreement is signed. The
 * loan's row is always locked first, so a payment and a signature that come at once meet there, and the second finds the first.
 */
export function createProlongations(parts: Parts) {
  const { platform, requests, loans, people, documents, signing, notify, lender } = parts
  const { clock, jobs } = platform
  const today = () => dateInZone(clock.now(), lender.zone)

  async function withOthers(known: KnownLoan, clientId: string, tx?: Tx): Promise<Prolonged> {
    const accounts = tx ? people.lockedAccounts(tx, clientId) : people.accounts(clientId)
    const all = await loans.ofAccounts(await accounts, tx)
    return { ...known, others: all.filter(({ id }) => id !== known.id).map(({ loan }) => loan) }
  }

  const waiting = (row: ProlongationRow, { loan, others }: KnownLoan & Partial<Prolonged>): Waiting => ({
    loan,
    ...(others && { others }),
    earlier: row.payments_before,
    since: dateInZone(row.created_at, lender.zone),
    newDueDate: row.new_due_date as IsoDate,
  })

  const newDue = ({ new_due_date }: ProlongationRow) => {
    const dueDate = new_due_date as IsoDate
    return { dueDate, lastDay: lastDayFor(lender.calendar, dueDate) }
  }

  const shown = (row: ProlongationRow, paid: boolean): StoredRequest['shown']['prolongation'] => ({
    loanId: row.loan_id,
    newDueDate: row.new_due_date,
    until: row.until_day,
    signed: row.signed_at !== null,
    paid,
  })

  /** By the tariffs the loan was made by: later ones change nothing of it. */
  async function allowedFor({ tariffs }: KnownLoan, request: StoredRequest | null) {
    const id = request?.shown.terms?.product
    return allowedDays(parts.terms ? await parts.terms.productOf(tariffs, id) : findProduct(lender, id))
  }

  const ownerOf = ({ client_id, request_id }: ProlongationRow) => ({ clientId: client_id, requestId: request_id })

  async function end(tx: Tx, row: ProlongationRow, state: keyof typeof finished, paid: boolean) {
    await updateProlongation(tx.db, row, { state, settled_at: clock.now() })
    const request = await requests.lock(tx, row.request_id, row.client_id)
    const reason = state === 'over' ? 'offerOver' : 'withdrawn'
    tx.journal({
      event: `prolongation.${state}`,
      actor: { kind: state === 'over' ? 'job' : 'client', id: state === 'over' ? 'prolongations' : row.client_id },
      subject: { kind: 'request', id: row.request_id },
      data: { loan: row.loan_id, newDueDate: row.new_due_date },
    })
    return requests.touch(tx, request, {
      state: finished[state],
      shown: { prolongation: shown(row, paid) ?? null, ...(state !== 'effective' && { rejection: { reason } }) },
    })
  }

  /** Looks whether both are there, the signature and the payment; the loan's row is locked. Any number of times. */
  async function settle(tx: Tx, known: KnownLoan, row: ProlongationRow): Promise<StoredRequest | null> {
    const on = paidOn(waiting(row, known), lender.rules)
    if (known.state !== 'running') return end(tx, row, 'cancelled', true)
    if (on && row.signed_at) {
      await loans.prolong(tx, row.loan_id, { on, ...newDue(row) })
      const done = await end(tx, row, 'effective', true)
      const total = priceOf(waiting(row, known), today(), lender).totalOnNewDate
      await notify(tx, ownerOf(row), 'prolonged', { until: row.new_due_date as IsoDate, total })
      return done
    }
    if (row.until_day >= today()) return null
    const ended = await end(tx, row, 'over', on !== null)
    await notify(tx, ownerOf(row), 'prolongationOver', { missing: on ? 'signature' : 'payment' })
    return ended
  }

  async function look(tx: Tx, loanId: string, clientId?: string): Promise<void> {
    const known = await loans.lock(tx, loanId, clientId)
    const row = await openOfLoan(tx.db, known)
    if (!row || (await settle(tx, known, row))) return
    const request = await requests.lock(tx, row.request_id, row.client_id)
    const paid = paidOn(waiting(row, known), lender.rules) !== null
    if (request.shown.prolongation?.paid !== paid)
      await requests.touch(tx, request, { shown: { prolongation: shown(row, paid) ?? null } })
  }

  jobs.every('prolongations', sweepEvery, async () => {
    for (const id of await loansWithOver(platform.db, today())) await platform.transact((tx) => look(tx, id))
  })

  /** The prolongation of an own request with its loan locked; the request only after it. */
  async function locked(tx: Tx, clientId: string, requestId: string) {
    const found = await ofRequest(tx.db, clientId, requestId)
    if (!found) throw fail('not_found')
    const known = await loans.lock(tx, found.loan_id, clientId)
    const request = await requests.lock(tx, requestId, clientId)
    const row = await ofRequest(tx.db, clientId, requestId)
    if (!row) throw fail('not_found')
    return { known, request, row }
  }

  function stillOpen(row: ProlongationRow | undefined): ProlongationRow {
    if (row?.state !== ('open' satisfies ProlongationState)) throw fail('state_conflict')
    if (row.until_day < today()) throw fail('offer_over')
    return row
  }

  platform.reactions.add('prolongations', prolongationReactions({ look }))

  return {
    async quote(clientId: string, loanId: string, days?: number): Promise<ProlongationView> {
      const known = await withOthers(await loans.own(clientId, loanId), clientId)
      const request = await requests.find(known.requestId, undefined, known.clientId)
      const allowed = await allowedFor(known, request)
      const refusal = refusalOf(known, allowed, today(), lender)
      const open = await openOfLoan(platform.db, known)
      if (open) {
        const price = refusal ? null : priceView(priceOf(waiting(open, known), today(), lender))
        return { loanId, refusal: null, openRequest: open.request_id, days: allowed, price }
      }
      const price = refusal || !allowed ? null : priceView(priceFor(known, allowed, days, today(), lender))
      return { loanId, refusal, openRequest: null, days: allowed, price }
    },

    /** Asks for a prolongation by some days. The same days once more: the one that is open already. */
    async create(tx: Tx, clientId: string, loanId: string, days: number): Promise<StoredRequest> {
      const known = await withOthers(await loans.lock(tx, loanId, clientId), clientId, tx)
      const loanRequest = await requests.lock(tx, known.requestId, known.clientId)
      const allowed = await allowedFor(known, loanRequest)
      const before = await openOfLoan(tx.db, known)
      if (!before && refusalOf(known, allowed, today(), lender)) throw fail('state_conflict')
      if (!allowed || days < allowed.min || days > allowed.max) {
        const message = allowed ? `От ${allowed.min} до ${allowed.max} дней` : 'Этот заём не продлевается'
        throw fail('bad_request', { issues: [{ field: 'days', message }] })
      }
      const price = priceFor(known, allowed, days, today(), lender)
      if (before) {
        if (before.new_due_date !== price.newDueDate) throw fail('state_conflict')
        return requests.lock(tx, before.request_id, clientId)
      }
      const row: Omit<ProlongationRow, 'request_id'> = {
        id: newId(),
        loan_id: loanId,
        client_id: clientId,
        state: 'open',
        new_due_date: price.newDueDate,
        until_day: lastDay(known, today()),
        payments_before: known.loan.payments.length,
        created_at: clock.now(),
        signed_at: null,
        settled_at: null,
      }
      const terms = loanRequest.shown.terms && { ...loanRequest.shown.terms, dueDate: price.newDueDate }
      const prolongation = shown({ ...row, request_id: '' }, price.payNow === 0)
      const made = await requests.create(
        tx,
        clientId,
        'prolongate',
        { terms, ...(prolongation && { prolongation }) },
        'Approved',
      )
      await insertProlongation(tx.db, { ...row, request_id: made.id })
      tx.journal({
        event: 'prolongation.create',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'request', id: made.id },
        data: { loan: loanId, days, newDueDate: price.newDueDate, payNow: price.payNow },
      })
      return made
    },

    /** What a prolongation's code signs: the agreement as it stands today. */
    async package(request: StoredRequest): Promise<PackageContent> {
      const row = stillOpen(await ofRequest(platform.db, request.client_id, request.id))
      if (row.signed_at) throw fail('state_conflict')
      const known = await withOthers(await loans.own(row.client_id, row.loan_id), row.client_id)
      const loanRequest = await requests.owned(row.client_id, known.requestId)
      const price = priceOf(waiting(row, known), today(), lender)
      const content = agreement({
        lender,
        facts: requests.facts(loanRequest),
        contract: known.contract,
        contractDate: known.loan.contractDate,
        today: today(),
        until: row.until_day as IsoDate,
        price,
        paidOn: paidOn(waiting(row, known), lender.rules),
      })
      return {
        about: `соглашения о продлении займа до ${formatDate(price.newDueDate)}, вернуть ${formatRoubles(price.totalOnNewDate)}`,
        terms: {
          prolongation: row.id,
          loan: row.loan_id,
          newDueDate: row.new_due_date,
          payNow: price.payNow,
          totalOnNewDate: price.totalOnNewDate,
          fullCostPercent: price.fullCostPercent,
        },
        async print() {
          const draft = await documents.print('prolongation', '1', content)
          return async (tx, lockedRequest) => [
            await documents.keep(tx, { clientId: row.client_id, requestId: lockedRequest.id }, draft),
          ]
        },
      }
    },

    /** Signs the agreement; in force at once when the interest is paid already. */
    async sign(tx: Tx, actor: ClientActor, requestId: string, entered: Entered): Promise<StoredRequest> {
      const { known, request, row } = await locked(tx, actor.id, requestId)
      if (await signing.alreadySigned(tx, request, 'prolongation', { packageId: entered.package, code: entered.code }))
        return request
      stillOpen(row)
      if (row.signed_at || known.state !== 'running') throw fail('state_conflict')
      if (request.version !== entered.version) throw fail('version_conflict', { details: { version: request.version } })
      // Another loan of the person may have taken the last one since this was asked for.
      const { others } = await withOthers(known, actor.id, tx)
      if (prolongationsLeft(known.loan, today(), lender.rules, others) === 0) throw fail('state_conflict')
      const loanRequest = await requests.lock(tx, known.requestId, known.clientId)
      const { signatureId } = await signing.confirm(tx, {
        request,
        purpose: 'prolongation',
        packageId: entered.package,
        code: entered.code,
        sessionId: actor.sessionId,
        address: entered.address,
        userAgent: entered.userAgent,
        name: personName(requests.facts(loanRequest)),
      })
      const signed = { ...row, signed_at: clock.now() }
      await updateProlongation(tx.db, row, { signed_at: signed.signed_at })
      tx.journal({
        event: 'prolongation.sign',
        actor: { kind: 'client', id: actor.id },
        subject: { kind: 'request', id: requestId },
        data: { signature: signatureId, loan: row.loan_id },
      })
      const settled = await settle(tx, known, signed)
      return settled ?? requests.touch(tx, request, { shown: { prolongation: shown(signed, false) ?? null } })
    },

    /** Gives up a prolongation that is not signed yet. */
    async cancel(tx: Tx, clientId: string, requestId: string, seen: number): Promise<StoredRequest> {
      const { known, request, row } = await locked(tx, clientId, requestId)
      if (row.state !== 'open' || row.signed_at) throw fail('state_conflict')
      if (request.version !== seen) throw fail('version_conflict', { details: { version: request.version } })
      return end(tx, row, 'cancelled', paidOn(waiting(row, known), lender.rules) !== null)
    },
  }
}

export type Prolongations = ReturnType<typeof createProlongations>
