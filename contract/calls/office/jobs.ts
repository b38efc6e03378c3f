import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

export const officeJobs = defineCall({
  name: 'officeJobs',
  about: 'Work in the background: how much waits, and what ran out of tries, newest first, without personal data',
  method: 'GET',
  path: '/service/office/jobs',
  who: 'jobs.manage',
  answer: z.object({
    kinds: z.array(
      z.object({ name: z.string(), title: z.string(), waiting: z.number(), running: z.number(), failed: z.number() }),
    ),
    failed: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        reason: z.string(),
        attempts: z.number(),
        at: z.string(),
        /** The request it is about, where it is about one. */
        requestId: z.optional(z.string()),
      }),
    ),
  }),
})

export const retryJob = defineCall({
  name: 'retryJob',
  about: 'Gives a job that ran out of tries another set of them; the retry is in the journal',
  method: 'POST',
  path: '/service/office/jobs/:id/retry',
  who: 'jobs.manage',
  status: 204,
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  errors: ['not_found'],
})
