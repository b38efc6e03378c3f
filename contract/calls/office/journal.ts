import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { day } from '../given.ts'
import { idInAddress } from './parameters.ts'

export const officeJournal = defineCall({
  name: 'officeJournal',
  about: 'The append-only journal, newest first',
  method: 'GET',
  path: '/service/office/journal',
  who: 'journal.read',
  query: z.object({
    after: z.optional(z.uuid()),
    subject: z.optional(idInAddress),
    /** A member of the staff. */
    actor: z.optional(idInAddress),
    event: z.optional(idInAddress),
    /** Days of the lender's zone, both within. */
    from: z.optional(day),
    until: z.optional(day),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        actor: z.string(),
        event: z.string(),
        subject: z.string(),
        data: z.record(z.string(), z.unknown()),
        hash: z.string(),
      }),
    ),
    /** Whom of the staff it may be narrowed to. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    /** What roles are called now. */
    roles: z.array(z.object({ id: z.string(), title: z.string() })),
    next: z.optional(z.string()),
  }),
})

export const exportJournal = defineCall({
  name: 'exportJournal',
  about:
    'The whole journal as a file: lines of JSON that `npm run verify-journal -- FILE` checks, or CSV; the export is in it too',
  method: 'GET',
  path: '/service/office/journal/export',
  limit: 'journalExport',
  who: 'journal.read',
  query: z.object({ format: z._default(z.enum(['jsonl', 'csv']), 'jsonl') }),
})
