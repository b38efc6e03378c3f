import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { moment } from '../given.ts'
import { id, root } from './parameters.ts'

export const tellOpinion = defineCall({
  name: 'tellOpinion',
  about:
    'The lender’s own scoring says its word of a request that is not decided yet; the decision table sees the newest one that has not run out, and it is kept with the decision',
  method: 'POST',
  path: `${root}/requests/:id/opinions`,
  who: 'machine',
  scope: 'decisions:write',
  status: 201,
  params: id,
  body: z.object({
    score: z.int().check(z.minimum(0), z.maximum(100_000)),
    /** Codes, no personal data. */
    reasons: z
      .array(z.string().check(z.regex(/^[\w.-]{1,60}$/, 'Код: латиница, цифры, точка, дефис')))
      .check(z.maxLength(50)),
    /** RFC 3339: after it the word is none. */
    expires: moment,
  }),
  answer: z.object({ id: z.string() }),
  example: { body: { score: 640, reasons: ['thin-file'], expires: '2026-12-01T00:00:00+03:00' } },
  errors: ['forbidden', 'not_found', 'state_conflict'],
  idempotent: true,
})
