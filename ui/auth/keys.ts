import type { CallAnswer, CallInput } from '#contract/call.ts'
import type { addPasskey, passkeyOptions, passkeySignIn } from '#contract/calls/passkeys.ts'
import { CallError } from '../callError.ts'

type Options = CallAnswer<typeof passkeyOptions>
type NewKey = CallInput<typeof addPasskey>['body']['key']
type SignedByKey = CallInput<typeof passkeySignIn>['body']['key']

/** Whether this browser knows passkeys at all; some only on a page served securely. */
export const knowsKeys = () => typeof PublicKeyCredential === 'function'

/** Asks the device to make a key. Rejects when the person waves it away. */
export async function makeKey(options: Options): Promise<NewKey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return (await startRegistration({ optionsJSON: options as never })) as never
}

/** Asks the device to sign with a key it has for this site. */
export async function signByKey(options: Options): Promise<SignedByKey> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return (await startAuthentication({ optionsJSON: options as never })) as never
}

/** What to tell a person whose device did not give a key, or whose key was not taken. */
export function keyProblem(error: unknown, instead = 'Войдите по коду из СМС.'): string {
  if (error instanceof CallError) return error.message
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'Устройство не подтвердило ключ. Попробуйте ещё раз.'
  if (name === 'InvalidStateError') return 'На этом устройстве ключ уже есть.'
  return `На этом устройстве не получилось. ${instead}`
}
