import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

export const sendConfirmationCode = defineCall({
  name: 'sendConfirmationCode',
  lane: 'reserved',
  about: 'Sends a code by SMS to the phone of the account, before something that needs one not older than five minutes',
  method: 'POST',
  path: '/service/auth/confirmation/codes',
  limit: 'confirmationCode',
  status: 202,
  answer: z.object({ resendAfterSeconds: z.number(), livesSeconds: z.number() }),
})

export const confirmSession = defineCall({
  name: 'confirmSession',
  about: 'Confirms by the code that it is still the owner of the account; the session gets a new cookie',
  method: 'POST',
  path: '/service/auth/confirmation',
  limit: 'codeEntry',
  status: 204,
  body: z.object({ code: z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр')) }),
  errors: ['code_wrong'],
})
