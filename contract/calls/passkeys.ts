import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

const text = (longest: number) => z.string().check(z.maxLength(longest))

/** Made by the server for the browser's own interface; nobody in between reads it. */
export const keyOptionsSchema = z.record(z.string(), z.unknown())

const outer = {
  id: text(1400),
  rawId: text(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: z.record(z.string(), z.unknown()),
}

/** What a browser answers after it made a key (WebAuthn level 3, RegistrationResponseJSON). */
export const newKeySchema = z.object({
  ...outer,
  response: z.object({
    clientDataJSON: text(4000),
    attestationObject: text(20_000),
    transports: z.optional(z.array(text(40)).check(z.maxLength(10))),
  }),
})

/** What a browser answers after a key signed (WebAuthn level 3, AuthenticationResponseJSON). */
export const signedByKeySchema = z.object({
  ...outer,
  response: z.object({
    clientDataJSON: text(4000),
    authenticatorData: text(4000),
    signature: text(4000),
    userHandle: z.optional(text(200)),
  }),
})

/** A key as its owner sees it in the list. */
export const keySchema = z.object({
  id: z.string(),
  device: z.string(),
  addedAt: z.string(),
  usedAt: z.optional(z.string()),
})

export const keyParams = z.object({ keyId: text(1400) })

export const listPasskeys = defineCall({
  name: 'listPasskeys',
  about: 'Passkeys of the signed-in person',
  method: 'GET',
  path: '/service/profile/passkeys',
  answer: z.object({ passkeys: z.array(keySchema) }),
})

export const passkeyOptions = defineCall({
  name: 'passkeyOptions',
  about: 'What the browser needs to make a passkey; asks for a code not older than five minutes',
  method: 'POST',
  path: '/service/profile/passkeys/options',
  limit: 'rareChange',
  answer: keyOptionsSchema,
  errors: ['confirm_again', 'state_conflict'],
})

export const addPasskey = defineCall({
  name: 'addPasskey',
  about: 'Keeps a passkey the browser made',
  method: 'POST',
  path: '/service/profile/passkeys',
  limit: 'codeEntry',
  status: 204,
  body: z.object({ key: newKeySchema }),
  errors: ['confirm_again', 'passkey_wrong'],
})

export const removePasskey = defineCall({
  name: 'removePasskey',
  about: 'Takes a passkey away: it signs nobody in any more',
  method: 'DELETE',
  path: '/service/profile/passkeys/:keyId',
  limit: 'rareChange',
  status: 204,
  params: keyParams,
  errors: ['not_found'],
})

export const passkeySignInOptions = defineCall({
  name: 'passkeySignInOptions',
  about: 'What the browser needs to sign in by a passkey; the same for everybody',
  method: 'POST',
  path: '/service/auth/passkey/options',
  limit: 'passkey',
  who: 'anyone',
  answer: keyOptionsSchema,
})

export const passkeySignIn = defineCall({
  name: 'passkeySignIn',
  about: 'Signs in by a passkey; what moves money still asks for an SMS code',
  method: 'POST',
  path: '/service/auth/passkey',
  limit: 'passkey',
  who: 'anyone',
  body: z.object({ key: signedByKeySchema }),
  answer: z.object({ idleSeconds: z.number() }),
  errors: ['passkey_wrong'],
})
