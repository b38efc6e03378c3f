import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { page } from './parameters.ts'

export const officeErrors = defineCall({
  name: 'officeErrors',
  about: 'Error reports of the browser apps, grouped by message',
  method: 'GET',
  path: '/service/office/errors',
  who: 'errors.read',
  query: page,
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        firstAt: z.string(),
        message: z.string(),
        place: z.optional(z.string()),
        release: z.optional(z.string()),
        count: z.number(),
        breadcrumbs: z.array(z.string()),
      }),
    ),
    next: z.optional(z.string()),
  }),
})
