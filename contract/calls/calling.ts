import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

export const callingNow = defineCall({
  name: 'callingNow',
  quiet: true,
  about: 'Whether a member of the staff is calling this person now, and who',
  method: 'GET',
  path: '/service/calling',
  answer: z.object({ calling: z.nullable(z.object({ name: z.string(), until: z.string() })) }),
})
