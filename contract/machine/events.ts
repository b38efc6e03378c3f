import * as z from 'zod/mini'
import type { JournalEvent } from '../journal.ts'
import { type LifeEvent, states } from '../life.ts'

/** What an event is about: the first part of its `subject`. */
export type SubjectKind = 'requests' | 'loans' | 'payments' | 'people'

/** One type of the feed. Never renamed; a change of `data` that a reader could stumble over is a new type with a `.v2`. */
export interface EventType {
  readonly about: string
  readonly subject: SubjectKind
  /** Ids, states and sums: no personal data. */
  readonly data: z.ZodMiniObject
  /** Events of the journal it is told from; what they carry beyond `data` stays inside. */
  readonly from: readonly JournalEvent[]
}

const moved = z.object({ from: z.enum(states), to: z.enum(states), version: z.number() })

/** A step of the life table. */
const life = (about: string, ...events: readonly LifeEvent[]): EventType => ({
  about,
  subject: 'requests',
  data: moved,
  from: events.map((event) => `request.${event}` as const),
})

const kopecks = z.int()
const day = z.string()

/** Every type of the event feed, version 1. */
export const eventTypes = {
  'ru.zayavka.request.created': {
    about: 'A request was begun',
    subject: 'requests',
    data: z.object({ type: z.string(), to: z.optional(z.string()) }),
    from: ['request.create'],
  },
  'ru.zayavka.request.sent': life('The borrower signed the questionnaire and sent it', 'send'),
  'ru.zayavka.request.taken': life('A reviewer has it', 'claim', 'takeOver'),
  'ru.zayavka.request.released': life('It waits for a reviewer again', 'release', 'leaseOver', 'askSecond'),
  'ru.zayavka.request.returned': life('It went back to the borrower with remarks', 'return'),
  'ru.zayavka.request.approved': life('The reviewer found nothing wrong: the decision comes next', 'approve'),
  'ru.zayavka.request.refused': life('A reviewer refused it', 'refuse'),
  'ru.zayavka.request.offered': life('The decision is an offer', 'decideOffer'),
  'ru.zayavka.request.rejected': life('The decision is no', 'decideReject'),
  'ru.zayavka.request.referred': life('The decision wants a person to look again', 'decideRefer'),
  'ru.zayavka.request.signed': life('The borrower signed the contract', 'sign', 'signCoolingOff'),
  'ru.zayavka.request.cooled': life('The cooling-off is over: the money may go', 'coolingOffOver'),
  'ru.zayavka.request.withdrawn': life('The borrower gave it up', 'withdraw', 'decline', 'refuseLoan'),
  'ru.zayavka.request.expired': life('The offer ran out', 'offerOver'),
  'ru.zayavka.request.barred': life('A bar of the law or the bureau came up after the decision', 'barred'),
  'ru.zayavka.request.paid': life('The money has arrived', 'paid'),
  'ru.zayavka.request.payout_cancelled': life('The money could not be sent: another way is awaited', 'payoutCancelled'),
  'ru.zayavka.request.payout_abandoned': life(
    'No other way for the money was named in time: there is no loan',
    'payoutAbandoned',
  ),
  'ru.zayavka.request.erased': {
    about: 'The time of its data has come: forget what you keep of it',
    subject: 'requests',
    data: z.object({ why: z.string() }),
    from: ['retention.request'],
  },
  'ru.zayavka.offer.made': {
    about: 'An offer was made on a request',
    subject: 'requests',
    data: z.object({ offer: z.string(), decision: z.string(), amount: kopecks, until: day }),
    from: ['offer.make'],
  },
  'ru.zayavka.document.made': {
    about: 'A document of a request was printed',
    subject: 'requests',
    data: z.object({ document: z.string(), kind: z.string(), version: z.string(), sha256: z.string() }),
    from: ['document.make'],
  },
  'ru.zayavka.loan.opened': {
    about: 'A loan runs from today',
    subject: 'loans',
    data: z.object({ request: z.string(), principal: kopecks, due: day }),
    from: ['loan.open'],
  },
  'ru.zayavka.loan.payment': {
    about: 'A payment was booked on a loan',
    subject: 'loans',
    data: z.object({ amount: kopecks, providerId: z.string(), paidOn: day, partReturn: z.boolean() }),
    from: ['loan.payment'],
  },
  'ru.zayavka.loan.prolonged': {
    about: 'The date of return has moved',
    subject: 'loans',
    data: z.object({ on: day, dueDate: day }),
    from: ['loan.prolong'],
  },
  'ru.zayavka.loan.part_return_asked': {
    about: 'The borrower means to give a part back today',
    subject: 'loans',
    data: z.object({ day, amount: kopecks, principal: kopecks }),
    from: ['loan.partReturn'],
  },
  'ru.zayavka.loan.closed': {
    about: 'A loan is paid in full',
    subject: 'loans',
    data: z.object({ overpaid: kopecks }),
    from: ['loan.close'],
  },
  'ru.zayavka.payment.suspended': {
    about: 'A payment has no loan to go to and waits for a person',
    subject: 'payments',
    data: z.object({ amount: kopecks, providerId: z.string(), reason: z.string() }),
    from: ['payment.suspense'],
  },
  'ru.zayavka.person.created': {
    about: 'A new account',
    subject: 'people',
    data: z.object({}),
    from: ['client.create'],
  },
  'ru.zayavka.person.changed': {
    about: 'The phone or the e-mail of an account has changed: read it again',
    subject: 'people',
    data: z.object({}),
    from: ['client.changePhone', 'client.confirmEmail'],
  },
  'ru.zayavka.person.consent_withdrawn': {
    about: 'A consent was taken back',
    subject: 'people',
    data: z.object({ document: z.string() }),
    from: ['consent.withdraw'],
  },
  'ru.zayavka.person.erased': {
    about: 'An account was erased: forget what you keep of it',
    subject: 'people',
    data: z.object({ why: z.string() }),
    from: ['client.erase'],
  },
} as const satisfies Readonly<Record<`ru.zayavka.${string}`, EventType>>

export type EventTypeName = keyof typeof eventTypes

interface Told {
  readonly event: string
  readonly subject: { readonly id: string }
  readonly data?: object
}

const table: Readonly<Record<string, EventType>> = eventTypes
const byJournal = new Map<string, { type: string; row: EventType }>(
  Object.entries(table).flatMap(([type, row]) => row.from.map((event) => [event, { type, row }] as const)),
)

/** What the feed tells of an entry of the journal: the fields its type names and no other; null: it is nobody's outside. */
export function eventOf({ event, subject, data = {} }: Told) {
  const found = byJournal.get(event)
  if (!found) return null
  const { type, row } = found
  const all: Readonly<Record<string, unknown>> = { ...data }
  const told = Object.keys(row.data.shape).flatMap((field) => (all[field] === undefined ? [] : [[field, all[field]]]))
  return { type, subject: `${row.subject}/${subject.id}`, data: Object.fromEntries(told) as Record<string, unknown> }
}
