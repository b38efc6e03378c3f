import type { CallAnswer } from '#contract/call.ts'
import type { Bucket, officeLoan, officeLoans } from '#contract/calls/office/loans.ts'
import { takesTwoToLift } from '#contract/collection.ts'
import { addDays, daysBetween, type IsoDate } from '#contract/dates.ts'
import type { Facts } from '#contract/facts.ts'
import { normalizePhone } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { isNotice, notices } from '#contract/notices.ts'
import { hasRight, type RightsHolder } from '#contract/roles.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Calling } from '../calling/index.ts'
import type { Contacts } from '../contacts/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Loans } from '../loans/index.ts'
import type { Requests } from '../requests/index.ts'
import { createActions } from './actions.ts'
import { voidIn } from './choices.ts'
import { createMarks } from './marks.ts'
import { type ActionRow, type ListedLoan, listLoans, placeIn, portfolioOn, type Search } from './store.ts'

export interface DeskParts {
  readonly platform: Platform
  readonly loans: Loans
  readonly ledger: Ledger
  readonly contacts: Contacts
  /** The borrower's desk says whether we are calling: for who is asked on the phone. */
  readonly calling: Pick<Calling, 'start' | 'end'>
  readonly requests: Requests
  readonly lender: Pick<Lender, 'rules'>
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
  readonly shortName: (facts: Facts) => string
  readonly surnameKey: (surname: string) => string
  readonly phoneOf: (tx: Tx, clientId: string) => Promise<string>
}

const pageSize = 50
const contractPattern = /^[\dA-Fa-f-]{8,40}$/

/** «+7 916 ***-**-67» */
const masked = (phone: string) => `${phone.slice(0, 2)} ${phone.slice(2, 5)} ***-**-${phone.slice(-2)}`

/** Loans after the payout, as the lender's staff work with them. */
export function createLoanDesk(parts: DeskParts) {
  const { platform, loans, ledger, contacts, requests, staffNames, shortName, surnameKey } = parts
  const { db, sealing } = platform
  const actions = createActions(platform)
  const marks = createMarks(parts, actions)

  function searchOf(text: string | undefined): Search | null {
    const typed = text?.trim()
    if (!typed) return null
    const phone = normalizePhone(typed)
    if (phone) return { kind: 'phone', values: sealing.indexes('review phone', phone) }
    if (contractPattern.test(typed)) return { contract: typed }
    return { kind: 'surname', values: sealing.indexes('review surname', surnameKey(typed)) }
  }

  async function item(row: ListedLoan, facts: Facts): Promise<CallAnswer<typeof officeLoans>['items'][number]> {
    const promised = (await contacts.ofLoan(row.id)).find(({ promise_state }) => promise_state)
    const promise = promised && {
      day: promised.promise_day ?? '',
      amount: promised.promise_amount ?? 0,
      state: promised.promise_state ?? 'open',
    }
    return {
      id: row.id,
      contract: row.contract_number,
      state: row.state,
      name: shortName(facts),
      principal: row.principal,
      due: row.due,
      overdueDays: row.overdue_since ? daysBetween(addDays(row.overdue_since as IsoDate, -1), loans.today()) : 0,
      nextDate: row.next_date,
      nextAmount: row.next_amount,
      contactedAt: row.contacted_at?.toISOString() ?? null,
      promise: promise ?? null,
      stop: await contacts.stopOf(row.client_id),
    }
  }

  /** Who asked for what takes two, and whether this one may say yes. */
  const askedBy = (open: ActionRow, names: ReadonlyMap<string, string>, staffId: string) => ({
    id: open.id,
    by: names.get(open.asked_by) ?? '',
    reason: actions.reasonOf(open),
    mayConfirm: open.asked_by !== staffId,
  })

  async function markView(clientId: string, names: ReadonlyMap<string, string>, staffId: string) {
    const mark = await contacts.markOf(clientId)
    if (!mark) return null
    const [open] = await actions.open('lift', [mark.clientId])
    return {
      since: mark.since,
      two: takesTwoToLift(mark.ground),
      lift: open ? askedBy(open, names, staffId) : null,
      heirs: await marks.heirs(clientId),
    }
  }

  return {
    actions,
    marks,
    askedBy,

    async list(asked: {
      bucket?: Bucket | undefined
      state?: ListedLoan['state'] | undefined
      search?: string | undefined
      after?: string | undefined
    }) {
      const after = placeOf(asked.after)
      const { bucket, state } = asked
      const today = loans.today()
      const found = await listLoans(db, {
        today,
        bucket,
        state,
        search: searchOf(asked.search),
        after,
        limit: pageSize + 1,
      })
      const page = found.slice(0, pageSize)
      const of = new Map((await requests.many(page.map(({ request_id }) => request_id))).map((one) => [one.id, one]))
      const items = await Promise.all(
        page.map((row) => {
          const request = of.get(row.request_id)
          return item(row, request ? requests.facts(request) : {})
        }),
      )
      const last = found.length > pageSize ? page.at(-1) : undefined
      return {
        items,
        ...(last && { next: cursorOf(placeIn(bucket, last), last.id) }),
        ...(await portfolioOn(db, today)),
      }
    },

    /** One loan with everything about it; the look is in the journal. */
    async one(id: string, staff: RightsHolder & { id: string }, on?: IsoDate): Promise<CallAnswer<typeof officeLoan>> {
      const staffId = staff.id
      const { debtor, view, payments } = await loans.seen(id, on)
      const request = await requests.find(debtor.requestId)
      const postings = await ledger.postings(id)
      const numberOf = new Map(postings.map((one) => [one.id, one.number]))
      const names = await staffNames()
      const verdict = view.debt.overdueDays > 0 ? await contacts.verdict(debtor, 'call') : 'notOverdue'
      const asked = await actions.open(
        'void',
        payments.map((payment) => payment.id),
      )
      const phone = await platform.transact(async (tx) => {
        tx.journal({ event: 'loan.view', actor: { kind: 'staff', id: staffId }, subject: { kind: 'loan', id } })
        return masked(await parts.phoneOf(tx, debtor.clientId))
      })
      return {
        loan: view,
        name: request ? shortName(requests.facts(request)) : '—',
        phone,
        postings: postings.map(({ number, kind, value_date: day, booked_on: booked, replaces, lines }) => ({
          number,
          kind,
          day,
          booked,
          ...(replaces && { reverses: numberOf.get(replaces) ?? 0 }),
          lines: Object.entries(lines).map(([account, amount]) => ({ account, amount: amount ?? 0 })),
        })),
        payments: payments.map((payment) => {
          const open = asked.find(({ subject }) => subject === payment.id)
          return {
            id: payment.id,
            day: payment.paid_on ?? view.startDate,
            amount: payment.amount,
            provider: payment.provider,
            voided: payment.voided_at !== null,
            asked: open ? { ...askedBy(open, names, staffId), to: voidIn(open.choice) } : null,
          }
        }),
        contacts: (await contacts.ofLoan(id)).map((row) => ({
          id: row.id,
          kind: row.kind,
          title: row.notice && isNotice(row.notice) ? notices[row.notice].title : 'Звонок',
          at: row.at.toISOString(),
          staff: row.staff_id ? (names.get(row.staff_id) ?? '—') : null,
          ended: row.kind === 'message' || row.ended_at !== null,
          mine: row.staff_id === staffId,
          result: row.result,
          words: row.words,
          promise: row.promise_state
            ? { day: row.promise_day ?? '', amount: row.promise_amount ?? 0, state: row.promise_state }
            : null,
        })),
        stop: await contacts.stopOf(debtor.clientId),
        mark: hasRight(staff, 'contacts.stop') ? await markView(debtor.clientId, names, staffId) : null,
        call:
          verdict === 'stopped' || verdict === 'notOverdue'
            ? { allowed: false, because: verdict, from: null }
            : verdict.allowed
              ? { allowed: true, because: null, from: null }
              : { allowed: false, because: verdict.because, from: verdict.from.toISOString() },
      }
    },
  }
}

export type LoanDesk = ReturnType<typeof createLoanDesk>
