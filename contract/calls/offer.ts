import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestSchema } from '../request.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const versioned = z.object({ version: z.number() })
const smsCode = z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр'))

export const documentSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  version: z.string(),
  sha256: z.string(),
  createdAt: z.string(),
  signedAt: z.optional(z.string()),
})
export type DocumentView = z.output<typeof documentSchema>

/** Kopecks, dates `YYYY-MM-DD`, percent with three decimals as text. */
export const offerSchema = z.object({
  id: z.string(),
  version: z.number(),
  product: z.string(),
  amount: z.number(),
  requestedAmount: z.number(),
  term: z.number(),
  dailyRate: z.string(),
  fullCostPercent: z.string(),
  fullCostRoubles: z.number(),
  totalToReturn: z.number(),
  dueDate: z.string(),
  until: z.string(),
  coolingOff: z.nullable(z.string()),
  /** Condition 13: the borrower's own choice, forbidden until allowed. */
  assignmentAllowed: z.boolean(),
  debtBurden: z.nullable(z.object({ percent: z.string(), notice: z.boolean() })),
  schedule: z.array(
    z.object({
      date: z.string(),
      payment: z.number(),
      interest: z.number(),
      principal: z.number(),
      balance: z.number(),
    }),
  ),
  conditions: z.array(z.object({ number: z.string(), title: z.string(), content: z.string() })),
  documents: z.array(documentSchema),
})
export type OfferView = z.output<typeof offerSchema>

export const getOffer = defineCall({
  name: 'getOffer',
  about: 'The offer of a request: conditions, schedule, documents',
  method: 'GET',
  path: '/service/requests/:id/offer',
  params: id,
  answer: offerSchema,
  errors: ['not_found'],
})

export const signOffer = defineCall({
  name: 'signOffer',
  tells: 'request',
  lane: 'reserved',
  about: 'Signs the contract with the code',
  method: 'POST',
  path: '/service/requests/:id/offer/sign',
  limit: 'codeEntry',
  params: id,
  body: z.object({ code: smsCode, package: z.string().check(z.maxLength(64)), version: z.number() }),
  answer: requestSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict', 'offer_over', 'terms_changed', 'on_check', 'code_wrong'],
  idempotent: true,
})

export const declineOffer = defineCall({
  name: 'declineOffer',
  tells: 'request',
  about: 'Declines the offer',
  method: 'POST',
  path: '/service/requests/:id/offer/decline',
  limit: 'rareChange',
  params: id,
  body: versioned,
  answer: requestSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict'],
  idempotent: true,
})

export const refuseLoan = defineCall({
  name: 'refuseLoan',
  tells: 'request',
  about: 'Refuses the signed loan during cooling-off, at no cost',
  method: 'POST',
  path: '/service/requests/:id/offer/refuse',
  limit: 'rareChange',
  params: id,
  body: versioned,
  answer: requestSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict'],
  idempotent: true,
})

export const chooseAssignment = defineCall({
  name: 'chooseAssignment',
  about:
    'Allows or forbids the assignment of the claim (condition 13): the papers are printed anew, a code that is out is void',
  method: 'PUT',
  path: '/service/requests/:id/offer/assignment',
  limit: 'assignment',
  params: id,
  body: z.object({ allowed: z.boolean(), version: z.number() }),
  answer: offerSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict', 'offer_over', 'too_often'],
})

export const coolingOffCalendar = defineCall({
  name: 'coolingOffCalendar',
  about: 'The end of the cooling-off as a calendar file (iCalendar)',
  method: 'GET',
  path: '/service/requests/:id/calendar.ics',
  params: id,
  errors: ['not_found', 'state_conflict'],
})

export const listDocuments = defineCall({
  name: 'listDocuments',
  about: "All of the client's own documents of a request",
  method: 'GET',
  path: '/service/requests/:id/documents',
  params: id,
  answer: z.object({ documents: z.array(documentSchema) }),
  errors: ['not_found'],
})

export const getDocument = defineCall({
  name: 'getDocument',
  about: 'One document: as PDF with the record of its signature, as the exact bytes that were signed, or as plain text',
  method: 'GET',
  path: '/service/requests/:id/documents/:documentId',
  params: z.object({ id: z.string().check(z.maxLength(64)), documentId: z.string().check(z.maxLength(64)) }),
  query: z.object({ form: z._default(z.enum(['pdf', 'exact', 'text']), 'pdf') }),
  errors: ['not_found'],
})
