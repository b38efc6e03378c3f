import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { page } from './parameters.ts'

export const officeMessages = defineCall({
  name: 'officeMessages',
  about: 'SMS and e-mail with their delivery state; in the demo the codes are read here',
  method: 'GET',
  path: '/service/office/messages',
  who: 'staff',
  query: page,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        channel: z.enum(['sms', 'email']),
        to: z.string(),
        text: z.string(),
        state: z.enum(['waiting', 'sent', 'delivered', 'failed']),
        provider: z.string(),
        reason: z.optional(z.string()),
      }),
    ),
    next: z.optional(z.string()),
  }),
})
