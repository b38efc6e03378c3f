import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { emailField, phoneField } from '../fields.ts'

const code = z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр'))

/** A document by its id and version, as accepted. */
export const documentRefSchema = z.object({
  id: z.string().check(z.maxLength(60)),
  version: z.string().check(z.maxLength(20)),
})

export const isAuthenticated = defineCall({
  name: 'isAuthenticated',
  quiet: true,
  about: 'Whether the cookie belongs to a live session',
  method: 'GET',
  path: '/authenticated',
  answer: z.object({ authenticated: z.literal(true), endsInSeconds: z.number() }),
})

export const sendCode = defineCall({
  name: 'sendCode',
  lane: 'reserved',
  about: 'Sends a sign-in code by SMS; the same answer whether or not the phone is known',
  method: 'POST',
  path: '/service/auth/codes',
  limit: 'signInCode',
  who: 'anyone',
  status: 202,
  body: z.object({ phone: phoneField() }),
  answer: z.object({
    resendAfterSeconds: z.number(),
    livesSeconds: z.number(),
    /** Many ask at the moment: the code may take longer, whoever's the phone is */
    slow: z.optional(z.literal(true)),
  }),
})

export const signIn = defineCall({
  name: 'signIn',
  about: 'Signs in by phone and code; a new phone makes the account once its documents are accepted',
  method: 'POST',
  path: '/service/auth/session',
  limit: 'signIn',
  who: 'anyone',
  body: z.object({
    phone: phoneField(),
    code,
    accepted: z.optional(z.array(documentRefSchema).check(z.maxLength(10))),
  }),
  answer: z.object({ newAccount: z.boolean(), idleSeconds: z.number() }),
  errors: ['code_wrong', 'documents_required'],
})

export const sendEmailCode = defineCall({
  name: 'sendEmailCode',
  lane: 'reserved',
  about: "Sends a code to an address the person says is theirs; the same answer whoever's it is",
  method: 'POST',
  path: '/service/profile/email/codes',
  limit: 'emailCode',
  status: 202,
  body: z.object({ email: emailField() }),
  answer: z.object({ resendAfterSeconds: z.number(), livesSeconds: z.number() }),
})

export const confirmEmail = defineCall({
  name: 'confirmEmail',
  about: 'Confirms the address by its code: it becomes the e-mail of the profile and of the request being filled',
  method: 'POST',
  path: '/service/profile/email',
  limit: 'codeEntry',
  status: 204,
  body: z.object({ email: emailField(), code }),
  errors: ['code_wrong'],
})

export const sendPhoneCode = defineCall({
  name: 'sendPhoneCode',
  lane: 'reserved',
  about: 'Sends a code to a phone that is to become the one of the account; the same answer whether or not it is known',
  method: 'POST',
  path: '/service/profile/phone/codes',
  limit: 'phoneCode',
  status: 202,
  body: z.object({ phone: phoneField() }),
  answer: z.object({ resendAfterSeconds: z.number(), livesSeconds: z.number() }),
  errors: ['confirm_again'],
})

export const changePhone = defineCall({
  name: 'changePhone',
  about: 'Signs in by another phone from now on; the old one is told, other sessions end, payouts wait a day',
  method: 'POST',
  path: '/service/profile/phone',
  limit: 'codeEntry',
  status: 204,
  body: z.object({ phone: phoneField(), code }),
  errors: ['code_wrong', 'confirm_again', 'state_conflict'],
})

export const signOut = defineCall({
  name: 'signOut',
  about: 'Ends this session',
  method: 'DELETE',
  path: '/service/auth/session',
  who: 'anyone',
  status: 204,
})

export const keepSession = defineCall({
  name: 'keepSession',
  about: 'Keeps the session alive: the «stay» of the warning before it ends',
  method: 'POST',
  path: '/service/auth/session/keep',
  answer: z.object({ idleSeconds: z.number() }),
})

const sessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
})

export const profile = defineCall({
  name: 'profile',
  about: 'Contacts, sign-ins and consents of the signed-in person',
  method: 'GET',
  path: '/service/profile',
  answer: z.object({
    phone: z.string(),
    email: z.optional(z.string()),
    name: z.optional(z.string()),
    sessions: z.array(sessionSchema),
    consents: z.array(
      z.object({
        id: z.string(),
        version: z.string(),
        title: z.string(),
        givenAt: z.string(),
        withdrawnAt: z.optional(z.string()),
        optional: z.boolean(),
      }),
    ),
  }),
})

export const endSession = defineCall({
  name: 'endSession',
  about: "Ends another of one's own sessions",
  method: 'DELETE',
  path: '/service/auth/sessions/:sessionId',
  limit: 'rareChange',
  status: 204,
  params: z.object({ sessionId: z.string().check(z.maxLength(64)) }),
  errors: ['not_found'],
})

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  about: "Ends all of one's own sessions but this one",
  method: 'DELETE',
  path: '/service/auth/sessions',
  limit: 'rareChange',
  answer: z.object({ ended: z.number() }),
})

export const withdrawConsent = defineCall({
  name: 'withdrawConsent',
  about: 'Withdraws a consent that is optional',
  method: 'POST',
  path: '/service/profile/consents/:documentId/withdraw',
  limit: 'rareChange',
  status: 204,
  params: z.object({ documentId: z.string().check(z.maxLength(60)) }),
  errors: ['not_found', 'state_conflict'],
})
