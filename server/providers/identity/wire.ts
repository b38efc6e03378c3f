import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/clock.ts'
import type { Outbound, OutboundCall, OutboundReply } from '#server/platform/outbound.ts'
import { IdentityRefused, ProviderAway } from './port.ts'

/** What every vendor stands on. */
export interface Wire {
  readonly outbound: Outbound
  readonly clock: Clock
}

export const text = z.string().check(z.maxLength(4000))
export const maybe = z.nullish(text)
/** Lists of persons' documents and addresses are short. */
export const listOf = <S extends z.ZodMiniType>(item: S) => z.array(item).check(z.maxLength(50))

export const form = (values: Readonly<Record<string, string>>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(values).toString(),
})

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** An answer read by its schema. One that is no success, or not as it should be, proves nothing. */
export function read<S extends z.ZodMiniType>(reply: OutboundReply, schema: S, what: string): z.output<S> {
  if (reply.status !== 200) throw new Error(`${what} answered ${reply.status}`)
  const found = schema.safeParse(reply.json())
  if (!found.success)
    throw new IdentityRefused('incomplete', `${what}: ${found.error.issues[0]?.path.join('.')} is not as agreed`)
  return found.data
}

/** Person data may be asked for twice: reading changes nothing. */
export async function readTwice(outbound: Outbound, call: OutboundCall): Promise<OutboundReply> {
  const first = await outbound(call).catch(() => null)
  return first && first.status < 500 ? first : outbound(call)
}

const oauthError = z.object({ error: text, error_description: maybe })

/** The exchange of a code for a token: it goes out once, whatever comes back. */
export async function exchange<S extends z.ZodMiniType>(
  { outbound }: Wire,
  call: OutboundCall,
  schema: S,
  refusal: (error: string, description: string) => Error,
): Promise<z.output<S>> {
  const reply = await outbound(call)
  if (reply.status >= 400 && reply.status < 500) {
    const told = oauthError.safeParse(reply.json())
    if (told.success) throw refusal(told.data.error, told.data.error_description ?? '')
  }
  return read(reply, schema, 'the exchange of the code')
}

const refusals: Readonly<Record<string, 'cancelled' | 'expired' | 'levelTooLow' | 'misconfigured'>> = {
  access_denied: 'cancelled',
  consent_required: 'cancelled',
  interaction_required: 'cancelled',
  login_required: 'cancelled',
  invalid_grant: 'expired',
  unmet_authentication_requirements: 'levelTooLow',
  invalid_client: 'misconfigured',
  invalid_request: 'misconfigured',
  invalid_scope: 'misconfigured',
  unauthorized_client: 'misconfigured',
  unsupported_grant_type: 'misconfigured',
  unsupported_response_type: 'misconfigured',
}

/** What an error of OAuth 2.0 means. Its description may hold anything, and goes nowhere. */
export function oauthRefusal(error: string): Error {
  if (error === 'temporarily_unavailable' || error === 'server_error')
    return new ProviderAway('the provider says it is away')
  const code = refusals[error]
  return code
    ? new IdentityRefused(code, `the provider answered ${error}`)
    : new Error('the provider answered an unknown error')
}

/** Seconds the clocks may be apart. */
export const clockTolerance = 60
