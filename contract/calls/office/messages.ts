import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { page } from './parameters.ts'

export const messageStates = ['waiting', 'sent', 'delivered', 'failed'] as const
export const channels = ['sms', 'email'] as const

export const officeMessages = defineCall({
  name: 'officeMessages',
  quiet: true,
  about: 'SMS and e-mail with their delivery state; in the demo the codes are read here',
  method: 'GET',
  path: '/service/office/messages',
  who: 'messages.read',
  query: z.object({
    ...page.shape,
    state: z.optional(z.enum(messageStates)),
    channel: z.optional(z.enum(channels)),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        channel: z.enum(channels),
        to: z.string(),
        text: z.string(),
        state: z.enum(messageStates),
        provider: z.string(),
        reason: z.optional(z.string()),
      }),
    ),
    next: z.optional(z.string()),
  }),
})
