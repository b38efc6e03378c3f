import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { states } from '../../life.ts'
import { day } from '../given.ts'
import { loanSchema } from '../loans.ts'
import { documentSchema } from '../offer.ts'
import { after, id, limit, root } from './parameters.ts'

const who = 'machine'
const list = z.object({ after, limit })
const next = z.nullable(z.string())

const requestRow = z.object({
  id: z.string(),
  person: z.string(),
  type: z.string(),
  state: z.enum(states),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  sentAt: z.nullable(z.string()),
  reviewedAt: z.nullable(z.string()),
  /** What is asked for: whole kopecks; days, or a number of instalments. */
  product: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  term: z.nullable(z.number()),
})

export const machineRequests = defineCall({
  name: 'machineRequests',
  about:
    'All requests, page by page in the order of their ids. To stay up to date, take a cursor of the feed before the first page and follow it afterwards',
  method: 'GET',
  path: `${root}/requests`,
  who,
  scope: 'requests:read',
  query: list,
  answer: z.object({ items: z.array(requestRow), next }),
  errors: ['forbidden'],
})

export const machineRequest = defineCall({
  name: 'machineRequest',
  about: 'One request: its state, what is asked for, its decisions, documents and files',
  method: 'GET',
  path: `${root}/requests/:id`,
  who,
  scope: 'requests:read',
  params: id,
  answer: z.extend(requestRow, {
    loan: z.nullable(z.string()),
    decisions: z.array(
      z.object({
        id: z.string(),
        outcome: z.string(),
        rules: z.string(),
        reasons: z.array(z.string()),
        at: z.string(),
      }),
    ),
    documents: z.array(documentSchema),
    files: z.array(z.object({ id: z.string(), step: z.number(), kind: z.string(), type: z.string() })),
  }),
  errors: ['forbidden', 'not_found'],
})

const text = z.nullable(z.string())

export const machinePerson = defineCall({
  name: 'machinePerson',
  about:
    'Personal data of one borrower, from the account and the newest request that was sent. Each reading is journaled',
  method: 'GET',
  path: `${root}/people/:id`,
  who,
  scope: 'people:read',
  params: id,
  answer: z.object({
    id: z.string(),
    phone: z.string(),
    email: text,
    surname: text,
    name: text,
    patronymic: text,
    birthDate: text,
    inn: text,
    snils: text,
    passport: z.nullable(z.object({ number: z.string(), issuedOn: text, issuedBy: text })),
    registrationAddress: text,
    /** Whole kopecks a month. */
    income: z.nullable(z.number()),
    requests: z.array(z.string()),
    loans: z.array(z.string()),
  }),
  errors: ['forbidden', 'not_found'],
})

export const machineDocument = defineCall({
  name: 'machineDocument',
  about:
    'A document of a request as PDF with its signature, or a photo or video of it, by the ids the request lists. Each reading is journaled',
  method: 'GET',
  path: `${root}/documents/:id`,
  who,
  scope: 'documents:read',
  params: id,
  errors: ['forbidden', 'not_found'],
})

const loanRow = z.object({
  id: z.string(),
  request: z.string(),
  person: z.string(),
  contract: z.string(),
  state: z.enum(['running', 'closed', 'returned']),
  principal: z.number(),
  dueDate: z.string(),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
})

export const machineLoans = defineCall({
  name: 'machineLoans',
  about: 'All loans, page by page in the order of their ids',
  method: 'GET',
  path: `${root}/loans`,
  who,
  scope: 'loans:read',
  query: list,
  answer: z.object({ items: z.array(loanRow), next }),
  errors: ['forbidden'],
})

export const machineLoan = defineCall({
  name: 'machineLoan',
  about: 'One loan: the debt at the end of a day, schedule and payments. Whole kopecks',
  method: 'GET',
  path: `${root}/loans/:id`,
  who,
  scope: 'loans:read',
  params: id,
  query: z.object({ on: z.optional(day) }),
  answer: z.extend(loanSchema, { person: z.string() }),
  errors: ['forbidden', 'not_found'],
})

export const machinePostings = defineCall({
  name: 'machinePostings',
  about:
    'The book of a loan: its postings in their order, each of lines that sum to 0. Nothing in it is ever changed: what stands no longer is taken back by a posting that names it in `replaces`',
  method: 'GET',
  path: `${root}/loans/:id/postings`,
  who,
  scope: 'loans:read',
  params: id,
  query: z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'Номер проводки'))), limit }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        /** Its place in the book of the loan, from 1. */
        number: z.number(),
        kind: z.string(),
        /** The day it counts from, and the day it was booked. */
        valueDate: z.string(),
        bookedOn: z.string(),
        replaces: z.nullable(z.string()),
        /** Whole kopecks: above 0 a debit, below a credit. */
        lines: z.array(z.object({ account: z.string(), amount: z.number() })),
      }),
    ),
    next,
  }),
  errors: ['forbidden', 'not_found'],
})
