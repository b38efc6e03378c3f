import * as z from 'zod/mini'
import type { Outbound, OutboundReply } from '#server/platform/outbound.ts'
import type { Secret } from '#server/platform/secret.ts'
import { CoreRefused } from './port.ts'

export interface FineractAccount {
  readonly outbound: Outbound
  /** Up to and with `/api/v1`. */
  readonly url: string
  readonly tenant: string
  readonly user: Secret
  readonly password: Secret
  readonly timeout?: number
}

const faultSchema = z.object({
  userMessageGlobalisationCode: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ userMessageGlobalisationCode: z.optional(z.string()) }))),
})

function readJson(reply: OutboundReply): unknown {
  try {
    return reply.json()
  } catch {
    return null
  }
}

/** The code of a refusal. Its words are not taken: they may name a person. */
function codeOf(reply: OutboundReply): string {
  const { data } = faultSchema.safeParse(readJson(reply))
  const code = data?.errors?.[0]?.userMessageGlobalisationCode ?? data?.userMessageGlobalisationCode ?? ''
  return /^[\w.-]{1,120}$/.test(code) ? `, ${code}` : ''
}

/**
 * What says that the command was not carried out and that the same one will not be. 401, 409, 425 (the same key is being worked on) and 5xx say
 * nothing of the kind.
 */
const refusals: readonly number[] = [400, 403, 404, 422]

/** How Fineract is called: Basic, its tenant, one key a command (fineract.apache.org/docs/legacy). */
export function fineractApi({ outbound, url, tenant, user, password, timeout = 10_000 }: FineractAccount) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${user.reveal()}:${password.reveal()}`).toString('base64')}`,
    'fineract-platform-tenantid': tenant,
  }

  function read<Schema extends z.ZodMiniType>(reply: OutboundReply, schema: Schema): z.output<Schema> {
    if (reply.status !== 200) throw new Error(`Fineract answered ${reply.status}`)
    const parsed = schema.safeParse(reply.json())
    if (!parsed.success) throw new Error('Fineract answered something else than was asked for')
    return parsed.data
  }

  return {
    /** Null: there is none. */
    async get<Schema extends z.ZodMiniType>(path: string, schema: Schema): Promise<z.output<Schema> | null> {
      const reply = await outbound({ url: `${url}${path}`, headers, timeout })
      return reply.status === 404 ? null : read(reply, schema)
    },

    /** A command, carried out once for its key. Throws CoreRefused. */
    async post(path: string, key: string, body: object): Promise<void> {
      const sent = { ...headers, 'idempotency-key': key }
      const reply = await outbound({ url: `${url}${path}`, method: 'POST', headers: sent, body, timeout })
      if (refusals.includes(reply.status))
        throw new CoreRefused(`Fineract не принял запись (ответ ${reply.status}${codeOf(reply)})`)
      if (reply.status !== 200) throw new Error(`Fineract answered ${reply.status}`)
    },
  }
}
