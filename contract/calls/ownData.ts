import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

const anything = z.record(z.string(), z.unknown())

export const ownData = defineCall({
  name: 'ownData',
  about:
    'Everything kept of the signed-in person: profile, proofs of identity, consents, requests with all answers, appeals, messages, events',
  method: 'GET',
  path: '/service/profile/data',
  limit: 'ownData',
  answer: z.object({
    madeAt: z.string(),
    profile: anything,
    /** What providers of identity have said, and by whom one may sign in. */
    identity: z.object({ confirmed: z.array(anything), signInBy: z.array(anything) }),
    consents: z.array(anything),
    requests: z.array(anything),
    appeals: z.array(anything),
    messages: z.array(z.object({ at: z.string(), channel: z.string(), to: z.string(), text: z.string() })),
    events: z.array(z.object({ at: z.string(), event: z.string(), by: z.string(), about: z.string() })),
  }),
  errors: ['confirm_again'],
})

export const forgetMe = defineCall({
  name: 'forgetMe',
  about:
    'Deletes everything of the signed-in person that no law keeps; refused while a request or a loan is under way. Ends the other sessions; this one too when nothing is kept',
  method: 'POST',
  path: '/service/profile/deletion',
  limit: 'rareChange',
  body: z.object({ sure: z.literal(true) }),
  answer: z.object({ erased: z.boolean(), keptUntil: z.optional(z.string()) }),
  errors: ['confirm_again', 'state_conflict'],
})
