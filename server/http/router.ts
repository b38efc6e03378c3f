import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { errorCatalogue } from '#contract/errors.ts'
import { hasRight } from '#contract/roles.ts'
import { crash } from '#server/platform/crash.ts'
import { Failure, fail } from '#server/platform/failure.ts'
import { once as runOnce } from '#server/platform/idempotency.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type ActorOf, type ClientActor, type MachineActor, nobody, type StaffActor } from './actors.ts'
import { wireError } from './errors.ts'
import { keptFailures } from './kept-failures.ts'
import { createLimiting } from './limiting.ts'
import { unwritableIn } from './writable.ts'

/** Finds out who makes a call, from the cookies and by what the call declares of itself. Null: not signed in. */
export interface Doorkeepers {
  client(request: FastifyRequest, call: Pick<Call, 'quiet' | 'capture' | 'polled'>): Promise<ClientActor | null>
  staff(request: FastifyRequest, quiet: boolean): Promise<StaffActor | null>
  /** Also says on the reply how many calls are left. Absent: no machine is let in. */
  machine?(
    request: FastifyRequest,
    call: Pick<Call, 'name' | 'scope'>,
    reply: FastifyReply,
  ): Promise<MachineActor | null>
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

/** What a body holds, once its texts are such as can be written, kept and shown. */
function bodyOf(call: Call, given: unknown) {
  const body = parse(call.body, given, 'body')
  const field = call.asTyped ? undefined : unwritableIn(body)
  if (field === undefined) return body
  throw fail('bad_request', { issues: [{ field: field || 'body', message: 'В тексте есть знаки, которых не бывает' }] })
}

/** Binds the contract's calls to handlers. Every endpoint reads in one order: who, limit, schema, then the handler's policy and work. */
export function createRouter(app: FastifyInstance, platform: Platform, doorkeepers: Doorkeepers) {
  const bound: Call[] = []
  const { limits } = platform
  const limiting = createLimiting(platform)

  /** Who is not signed in is counted, and told that rather than anything else. */
  function refused(request: FastifyRequest) {
    limiting.atOnce('notSignedIn', request)
    return fail('not_signed_in')
  }

  async function actorOf(call: Call, request: FastifyRequest, reply: FastifyReply) {
    if (call.who === 'anyone') return nobody
    if (call.who === 'machine') {
      const machine = await doorkeepers.machine?.(request, call, reply)
      if (!machine) throw refused(request)
      return machine
    }
    if (call.who === 'client') {
      const client = await doorkeepers.client(request, call)
      if (!client) throw refused(request)
      await limits.take(call.limit, { account: client.id })
      return client
    }
    const staff = await doorkeepers.staff(request, call.quiet === true)
    if (!staff) throw refused(request)
    await limits.take(call.limit, { staff: staff.id })
    if (!hasRight(staff, call.who)) throw fail('forbidden')
    return staff
  }

  async function inputOf<C extends Call>(call: C, http: FastifyRequest, reply: FastifyReply): Promise<Input<C>> {
    const actor = await actorOf(call, http, reply)
    return {
      actor,
      params: parse(call.params, http.params, 'params'),
      query: parse(call.query, http.query, 'query'),
      body: bodyOf(call, http.body),
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
      config: { call, ...(call.who === 'machine' && { machine: true as const }) },
      ...(call.largest !== undefined && { bodyLimit: call.largest }),
      handler: async (http, reply) => {
        const answer = await handle(await inputOf(call, http, reply))
        // Begun and not ended: a stream whose reader hung up. There is nobody to answer.
        if (reply.sent || reply.raw.headersSent) return reply
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
