import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { keyOptionsSchema, keyParams, keySchema, newKeySchema, signedByKeySchema } from '../passkeys.ts'
import { short } from './parameters.ts'
import { selfSchema } from './staff.ts'

export const staffPasskeys = defineCall({
  name: 'staffPasskeys',
  about: 'Passkeys of the member of the staff who asks',
  method: 'GET',
  path: '/service/office/me/passkeys',
  who: 'staff',
  answer: z.object({ passkeys: z.array(keySchema) }),
})

export const staffPasskeyOptions = defineCall({
  name: 'staffPasskeyOptions',
  about: 'What the browser needs to make a passkey for a member of the staff; within five minutes of the sign-in',
  method: 'POST',
  path: '/service/office/me/passkeys/options',
  who: 'staff',
  answer: keyOptionsSchema,
  errors: ['sign_in_again', 'state_conflict'],
})

export const addStaffPasskey = defineCall({
  name: 'addStaffPasskey',
  about: 'Keeps a passkey the browser made',
  method: 'POST',
  path: '/service/office/me/passkeys',
  who: 'staff',
  status: 204,
  body: z.object({ key: newKeySchema }),
  errors: ['sign_in_again', 'passkey_wrong'],
})

export const removeStaffPasskey = defineCall({
  name: 'removeStaffPasskey',
  about: 'Takes a passkey away: it signs nobody in any more',
  method: 'DELETE',
  path: '/service/office/me/passkeys/:keyId',
  who: 'staff',
  status: 204,
  params: keyParams,
  errors: ['not_found'],
})

export const staffKeySignInOptions = defineCall({
  name: 'staffKeySignInOptions',
  about: 'What the browser needs for a passkey in place of the authenticator’s code; the same for everybody',
  method: 'POST',
  path: '/service/office/session/passkey/options',
  limit: 'staffPasskey',
  who: 'anyone',
  answer: keyOptionsSchema,
})

export const staffKeySignIn = defineCall({
  name: 'staffKeySignIn',
  about: 'Signs a member of the staff in by password and passkey',
  method: 'POST',
  path: '/service/office/session/passkey',
  limit: 'staffSignIn',
  who: 'anyone',
  body: z.object({ login: short, password: short, key: signedByKeySchema }),
  answer: selfSchema,
  errors: ['sign_in_wrong'],
})
