import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

const counted = z.object({ name: z.string(), count: z.number() })

export const officeReports = defineCall({
  name: 'officeReports',
  about: 'The last days in numbers: steps, outcomes of reviews, reasons, reviewers; nothing personal',
  method: 'GET',
  path: '/service/office/reports',
  who: 'supervisor',
  query: z.object({ days: z._default(z.string().check(z.regex(/^\d{1,3}$/)), '30') }),
  answer: z.object({
    /** By step: how many opened, accepted and left it; the median of seconds where there were enough walks. */
    funnel: z.array(
      z.object({
        step: z.number(),
        opened: z.number(),
        accepted: z.number(),
        left: z.number(),
        medianSeconds: z.optional(z.number()),
      }),
    ),
    /** Events of the life of requests, such as `send`, `approve`, `decideReject`. */
    outcomes: z.array(counted),
    returnReasons: z.array(counted),
    refusalReasons: z.array(counted),
    reviewers: z.array(z.object({ name: z.string(), approved: z.number(), returned: z.number(), refused: z.number() })),
  }),
})
