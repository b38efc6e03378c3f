import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { states } from '../../life.ts'
import { type CaseKind, type CaseOutcome, caseKinds, caseOutcomes } from '../../person/cases.ts'
import { identityLevels } from '../../person/identity.ts'
import { type SignalKind, signalKinds } from '../../person/signals.ts'
import { comment, id, keys, page } from './parameters.ts'

/** What for a client's card is opened; it is in the journal. */
export const cardPurposes = {
  support: 'Вопрос клиента',
  complaint: 'Жалоба',
  review: 'Проверка заявки',
  collection: 'Возврат долга',
  regulator: 'Запрос регулятора',
} as const
export type CardPurpose = keyof typeof cardPurposes

const found = z.object({
  id: z.string(),
  /** «Иванова А. П.»; phone and passport masked. */
  name: z.string(),
  phone: z.string(),
  passport: z.string(),
  since: z.string(),
  /** Accounts of the same person, this one among them. */
  accounts: z.number(),
})
export type FoundClient = z.output<typeof found>

export const findClients = defineCall({
  name: 'findClients',
  about:
    'Clients by phone, a name or its beginning, passport, СНИЛС, ИНН, e-mail, contract number, whole or short id of a request, payout, loan or payment; drafts too',
  method: 'POST',
  path: '/service/office/clients/search',
  limit: 'clientSearch',
  who: 'clients.read',
  body: z.object({ search: z.string().check(z.minLength(3), z.maxLength(100)) }),
  answer: z.object({ items: z.array(found), more: z.boolean() }),
})

export const caseSchema = z.object({
  id: z.string(),
  kind: keys<CaseKind>(caseKinds),
  clientId: z.string(),
  state: z.enum(['open', 'asked', 'closed']),
  holds: z.boolean(),
  openedAt: z.string(),
  /** Of another account or list it is about, without personal data. */
  about: z.string(),
  /** Somebody has said how it ends; another one has to agree. */
  asked: z.optional(z.object({ by: z.string(), outcome: keys<CaseOutcome>(caseOutcomes), mine: z.boolean() })),
  closed: z.optional(z.object({ by: z.string(), at: z.string(), outcome: keys<CaseOutcome>(caseOutcomes) })),
  words: z.optional(z.string()),
})
export type Case = z.output<typeof caseSchema>

const row = z.object({ label: z.string(), value: z.string(), since: z.string() })

export const openClient = defineCall({
  name: 'openClient',
  about:
    'The card of a person, all accounts together. Needs a purpose; in the journal, and counted against the limit of looks. Values are masked unless `whole` is asked for, by a supervisor',
  method: 'POST',
  path: '/service/office/clients/:id/card',
  also: ['clients.whole'],
  limit: 'clientCard',
  who: 'clients.read',
  params: id,
  body: z.object({
    purpose: keys<CardPurpose>(cardPurposes),
    whole: z.optional(z.boolean()),
    /** The signal that led here, of which client or request; in the journal where it does lead here. */
    by: z.optional(z.object({ signal: keys<SignalKind>(signalKinds), from: z.uuid() })),
  }),
  answer: z.object({
    id: z.string(),
    whole: z.boolean(),
    name: z.string(),
    accounts: z.array(
      z.object({
        id: z.string(),
        phone: z.string(),
        name: z.string(),
        since: z.string(),
        /** What the staff said of it and the one the card was opened by. */
        link: z.optional(z.object({ id: z.string(), says: z.enum(['joined', 'parted']), waits: z.boolean() })),
      }),
    ),
    /** Names, documents and contacts over time. */
    known: z.array(row),
    /** Who has said who the person is, newest first. */
    identity: z.array(
      z.object({ label: z.string(), level: z.enum(identityLevels), at: z.string(), goodUntil: z.string() }),
    ),
    requests: z.array(
      z.object({
        id: z.string(),
        accountId: z.string(),
        state: z.enum(states),
        product: z.string(),
        amount: z.number(),
        createdAt: z.string(),
        sentAt: z.optional(z.string()),
        decisions: z.array(z.object({ at: z.string(), outcome: z.string(), why: z.array(z.string()) })),
        files: z.number(),
      }),
    ),
    loans: z.array(
      z.object({
        id: z.string(),
        contract: z.string(),
        state: z.enum(['running', 'closed', 'returned']),
        principal: z.number(),
        dueDate: z.string(),
        total: z.number(),
        overdueDays: z.number(),
        payments: z.array(z.object({ date: z.string(), amount: z.number() })),
      }),
    ),
    messages: z.array(z.object({ at: z.string(), channel: z.string(), text: z.string() })),
    consents: z.array(z.object({ title: z.string(), givenAt: z.string(), withdrawnAt: z.optional(z.string()) })),
    signals: z.array(
      z.object({
        kind: keys<SignalKind>(signalKinds),
        persons: z.number(),
        since: z.string(),
        compared: z.optional(z.string()),
        /** Clients it was compared with, a few of them. */
        with: z.optional(z.array(z.string())),
      }),
    ),
    /** What other systems of the lender know: notes, and marks that stand; newest first. */
    told: z.array(
      z.object({
        at: z.string(),
        system: z.string(),
        kind: z.enum(['note', 'mark']),
        code: z.optional(z.string()),
        text: z.string(),
      }),
    ),
    cases: z.array(caseSchema),
  }),
  errors: ['not_found', 'forbidden'],
})
export type ClientCard = NonNullable<z.output<NonNullable<typeof openClient.answer>>>

const said = z.object({ stands: z.boolean() })

export const joinClients = defineCall({
  name: 'joinClients',
  about: 'These two accounts are one person’s; where money is out the first one’s word waits for another’s: `stands`',
  method: 'POST',
  path: '/service/office/clients/:id/join',
  who: 'clients.join',
  params: id,
  body: z.object({ with: z.uuid() }),
  answer: said,
  errors: ['not_found', 'state_conflict', 'second_person'],
  idempotent: true,
})

export const partClient = defineCall({
  name: 'partClient',
  about:
    'This account is not of the person it is counted to; where money is out the word waits for another’s: `stands`',
  method: 'POST',
  path: '/service/office/clients/:id/part',
  who: 'clients.join',
  params: id,
  answer: said,
  errors: ['not_found', 'state_conflict', 'second_person'],
  idempotent: true,
})

export const undoLink = defineCall({
  name: 'undoLink',
  about: 'Takes back what was said of two accounts; where money is out the word waits for another’s: `stands`',
  method: 'POST',
  path: '/service/office/links/:id/undo',
  who: 'clients.join',
  params: id,
  answer: said,
  errors: ['not_found', 'state_conflict', 'second_person'],
  idempotent: true,
})

export const officeCases = defineCall({
  name: 'officeCases',
  about: 'Cases that wait for the staff, oldest first, without personal data',
  method: 'GET',
  path: '/service/office/cases',
  who: 'clients.read',
  query: page,
  answer: z.object({ items: z.array(caseSchema), next: z.optional(z.string()) }),
})

export const endCase = defineCall({
  name: 'endCase',
  about: 'Ends a case with words; one that holds money by two people, of whom the first one’s word waits: `ended`',
  method: 'POST',
  path: '/service/office/cases/:id/end',
  who: 'cases.end',
  params: id,
  body: z.object({ outcome: keys<CaseOutcome>(caseOutcomes), words: comment }),
  answer: z.object({ ended: z.boolean() }),
  errors: ['not_found', 'state_conflict', 'second_person', 'invalid_answers'],
  idempotent: true,
})
