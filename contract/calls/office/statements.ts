import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

/** Of the file, bytes; some 20 000 documents. */
export const largestStatement = 12 * 1024 * 1024

export const importStatement = defineCall({
  name: 'importStatement',
  about:
    'Takes a statement of the bank (1CClientBankExchange or CSV, base64): whole, or not at all with the line and why. A line goes to the loan whose number it names, else it waits in suspense; the same file twice adds nothing',
  method: 'POST',
  path: '/service/office/statements',
  who: 'money.manage',
  largest: Math.ceil((largestStatement * 4) / 3) + 1024,
  body: z.object({
    file: z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Файл не передан')),
    /** Kopecks that came in all, as the bank says: for a CSV file without a row of totals, which may be cut between two lines. */
    total: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000_000))),
  }),
  answer: z.object({ lines: z.number(), known: z.number(), placed: z.number(), waiting: z.number() }),
})
