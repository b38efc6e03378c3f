import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

export const officeRules = defineCall({
  name: 'officeRules',
  about: 'The dated rule table, tariffs and decision rules in force',
  method: 'GET',
  path: '/service/office/rules',
  who: 'staff',
  answer: z.object({
    rules: z.array(
      z.object({
        name: z.string(),
        from: z.optional(z.string()),
        until: z.optional(z.string()),
        value: z.string(),
        source: z.string(),
        /** What in the product obeys it, in words. */
        obeyedBy: z.string(),
      }),
    ),
    products: z.array(z.object({ title: z.string(), text: z.string() })),
    decisionRules: z.object({ version: z.string(), rows: z.array(z.array(z.string())), columns: z.array(z.string()) }),
  }),
})
