import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { crash } from '#server/platform/crash.ts'
import { Failure, fail } from '#server/platform/failure.ts'
import { once as runOnce } from '#server/platform/idempotency.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type ActorOf, type ClientActor, mayCall, nobody, type StaffActor } from './actors.ts'
import { wireError } from './errors.ts'
import { keptFailures } from './kept-failures.ts'

/**
 * Finds out who calls, from the cookies. Null: not signed in. `quiet` calls do not keep a session alive; a `capture` call
 * may be made by a phone to which the capture was handed over; the `poll` asks for the requests together with the session.
 */
export interface Doorkeepers {
  client(request: FastifyRequest, call: Knock): Promise<ClientActor | null>
  staff(request: FastifyRequest, quiet: boolean): Promise<StaffActor | null>
}

export interface Knock {
  readonly quiet?: boolean
  readonly capture?: boolean
  readonly poll?: boolean
}

type Parsed<T> = [T] extends [never] ? undefined : T extends z.ZodMiniType ? z.output<T> : undefined
type Answer<A> = [A] extends [never] ? undefined : A extends z.ZodMiniType ? z.input<A> : undefined

export interface Input<C extends Call> {
  readonly actor: ActorOf<C['who']>
  readonly params: C extends Call<infer P, infer _Q, infer _B, infer _A, infer _W> ? Parsed<P> : never
  readonly query: C extends Call<infer _P, infer Q, infer _B, infer _A, infer _W> ? Parsed<Q> : never
  readonly body: C extends Call<infer _P, infer _Q, infer B, infer _A, infer _W> ? Parsed<B> : never
  readonly ip: string
  readonly http: FastifyRequest
  readonly reply: FastifyReply
}

type AnswerOf<C> = C extends Call<infer _P, infer _Q, infer _B, infer A, infer _W> ? Answer<A> : never

/** Calls a screen makes by itself; they do not count as the person being there. */
const quietCalls = new Set([
  'isAuthenticated',
  'findByClientIds',
  'currentRequest',
  'live',
  'seeHandover',
  'callingNow',
  'officeQueue',
  'renewLease',
  'officeMessages',
])

const parse = <S extends z.ZodMiniType>(
  schema: S | undefined,
  value: unknown,
  where: string,
): z.output<S> | undefined => {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.') || where,
    message,
  }))
  throw fail('bad_request', { issues })
}

/** Binds the contract's calls to handlers. Every endpoint reads in one order: who, schema, then the handler's policy and work. */
export function createRouter(app: FastifyInstance, platform: Platform, doorkeepers: Doorkeepers) {
  const bound: Call[] = []

  async function actorOf(call: Call, request: FastifyRequest) {
    const quiet = quietCalls.has(call.name)
    if (call.who === 'anyone') return nobody
    if (call.who === 'client') {
      const client = await doorkeepers.client(request, {
        quiet,
        capture: call.capture === true,
        poll: call.name === 'findByClientIds',
      })
      if (!client) throw fail('not_signed_in')
      return client
    }
    const staff = await doorkeepers.staff(request, quiet)
    if (!staff) throw fail('not_signed_in')
    if (!mayCall(staff.role, call.who)) throw fail('forbidden')
    return staff
  }

  async function inputOf<C extends Call>(call: C, http: FastifyRequest, reply: FastifyReply): Promise<Input<C>> {
    const actor = await actorOf(call, http)
    return {
      actor,
      params: parse(call.params, http.params, 'params'),
      query: parse(call.query, http.query, 'query'),
      body: parse(call.body, http.body, 'body'),
      ip: http.ip,
      http,
      reply,
    } as unknown as Input<C>
  }

  function add<C extends Call>(call: C, handle: (input: Input<C>) => Promise<unknown>) {
    bound.push(call)
    app.route({
      method: call.method,
      url: call.path,
      config: { call },
      handler: async (http, reply) => {
        const answer = await handle(await inputOf(call, http, reply))
        if (reply.sent) return reply
        crash('before-answer')
        if (answer instanceof Reply)
          return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
        return reply.code(call.status).send(answer)
      },
    })
  }

  return {
    /** Every call bound so far. */
    calls: bound as readonly Call[],

    /** A call that changes nothing, or that looks after its own transactions. */
    read<C extends Call>(call: C, handler: (input: Input<C>) => Promise<AnswerOf<C> | Reply>) {
      add(call, handler)
    },

    /** A call that changes something: the handler runs inside one transaction, once for each idempotency key. */
    change<C extends Call>(call: C, handler: (input: Input<C>, tx: Tx) => Promise<AnswerOf<C>>) {
      add(call, async (input) => {
        if (!call.idempotent) return keptFailures(platform, (tx) => handler(input, tx))
        const once = {
          actor: `${input.actor.kind}:${input.actor.id}`,
          key: idempotencyKey(input.http),
          method: call.method,
          path: input.http.url.split('?')[0] ?? call.path,
          body: input.http.body,
        }
        const { status, body } = await runOnce(platform, once, async (tx) => {
          try {
            return { status: call.status, body: JSON.stringify(await handler(input, tx)) }
          } catch (error) {
            if (!(error instanceof Failure && error.keep)) throw error
            return { status: errorCatalogue[error.code].http, body: JSON.stringify(wireError(error.code, error)) }
          }
        })
        return new Reply(status, body)
      })
    },
  }
}

export type Router = ReturnType<typeof createRouter>

const idempotencyKey = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : undefined
}

/** An answer whose bytes are already made. */
export class Reply {
  readonly status: number
  readonly body: string
  constructor(status: number, body: string) {
    this.status = status
    this.body = body
  }
}
