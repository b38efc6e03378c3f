import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { limit, root } from './parameters.ts'

/** CloudEvents 1.0, JSON; `sequence` is its extension of that name: the cursor after which the next event stands. */
export const cloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  sequence: z.string(),
  data: z.record(z.string(), z.unknown()),
})
export type CloudEvent = z.output<typeof cloudEvent>

export const machineEvents = defineCall({
  name: 'machineEvents',
  about:
    'The feed of events after a cursor, in the order of their commits, without gaps; `next` is the cursor to ask after. Asked again, the answer begins with the same events',
  method: 'GET',
  path: `${root}/events`,
  who: 'machine',
  scope: 'events:read',
  query: z.object({
    /** `next` of the answer before; absent or 0: from the first event that is kept. */
    after: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'Курсор — число из поля next'))),
    limit,
    /** Names of types, separated by commas; absent: all. */
    types: z.optional(z.string().check(z.maxLength(2000), z.regex(/^[a-zA-Z.,]*$/))),
  }),
  answer: z.object({
    events: z.array(cloudEvent),
    next: z.string(),
    /** Whether there is more to read at once. */
    more: z.boolean(),
  }),
  example: {
    answer: {
      events: [
        {
          specversion: '1.0',
          id: '1f0a6a0e-7c39-4b1a-9d2e-1f3a5c7e9b11',
          source: 'https://zayavka.example',
          type: 'ru.zayavka.loan.opened',
          subject: 'loans/6db4bd27-b8dd-4000-992e-dd27addaf3ad',
          time: '2026-11-23T09:00:00.000Z',
          datacontenttype: 'application/json',
          sequence: '41',
          data: { request: '0c5b9c1e-3f7a-4c54-8a3b-2f5d7e9a1b33', principal: 1_000_000, due: '2026-12-07' },
        },
      ],
      next: '41',
      more: false,
    },
  },
  errors: ['forbidden', 'cursor_over'],
})
