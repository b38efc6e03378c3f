import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { page } from './parameters.ts'

export const officePayouts = defineCall({
  name: 'officePayouts',
  about: 'Payouts with their attempts',
  method: 'GET',
  path: '/service/office/payouts',
  who: 'staff',
  query: page,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        requestId: z.string(),
        amount: z.number(),
        state: z.string(),
        attempts: z.array(
          z.object({ number: z.number(), state: z.string(), at: z.string(), reason: z.optional(z.string()) }),
        ),
      }),
    ),
    next: z.optional(z.string()),
  }),
})
