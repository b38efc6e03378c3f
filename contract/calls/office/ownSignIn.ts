import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { short } from './parameters.ts'

/** Six digits of the authenticator. */
export const totp = z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр'))

/** Shortest password taken (ASVS 5.0, 6.2.1 asks for 8; staff are held to 12). */
export const shortestPassword = 12

/** Both factors again: a screen left open changes nobody's sign-in. */
const proof = { password: short, totp }

export const changeOwnPassword = defineCall({
  name: 'changeOwnPassword',
  about: 'Another password for the member of the staff who asks; their other sessions end',
  method: 'POST',
  path: '/service/office/me/password',
  limit: 'ownSignIn',
  who: 'staff',
  status: 204,
  body: z.object({
    ...proof,
    next: z
      .string()
      .check(z.minLength(shortestPassword, `Нужно не меньше ${shortestPassword} знаков`), z.maxLength(200)),
  }),
  errors: ['sign_in_wrong', 'invalid_answers'],
})

export const newOwnAuthenticator = defineCall({
  name: 'newOwnAuthenticator',
  about:
    'A secret for another authenticator; the one in use stays until a code of the new one is given within ten minutes',
  method: 'POST',
  path: '/service/office/me/authenticator',
  limit: 'ownSignIn',
  who: 'staff',
  body: z.object(proof),
  answer: z.object({ totpSecret: z.string(), totpUri: z.string() }),
  errors: ['sign_in_wrong'],
})

export const confirmOwnAuthenticator = defineCall({
  name: 'confirmOwnAuthenticator',
  about: 'Puts the new authenticator in the place of the one before, by its first code; other sessions end',
  method: 'POST',
  path: '/service/office/me/authenticator/confirmation',
  limit: 'ownSignIn',
  who: 'staff',
  status: 204,
  body: z.object({ totp }),
  errors: ['invalid_answers'],
})
