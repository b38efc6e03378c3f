import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { LimitName } from './limits.ts'
import type { Scope } from './machine/scopes.ts'
import type { StaffRight } from './roles.ts'

/** Who may make a call: anybody, a borrower, all of the staff, those of them with a right, or another system of the lender by its token. */
export type Caller = 'anyone' | 'client' | 'staff' | StaffRight | 'machine'

/**
 * Where a call waits for its turn while the server is full: with all others; in the places kept for what must not be lost
 * (signing, codes, banks); with those that wait for a provider; or nowhere, because it takes long by nature.
 */
export type Lane = 'usual' | 'reserved' | 'outside' | 'long'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the server as data: routes, the browser's caller, OpenAPI and the access matrix are all made from it. */
export interface Call<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
  Who extends Caller = Caller,
> {
  readonly name: string
  readonly about: string
  readonly method: Method
  /** With `:name` for parameters. */
  readonly path: string
  readonly who: Who
  /** Rights that some of what it does asks for besides. */
  readonly also?: readonly StaffRight[]
  /** Of a machine's call: the right its token needs. */
  readonly scope?: Scope
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Status of success. */
  readonly status: number
  /** Body of success; none for 204 and for streams. */
  readonly answer?: Answer
  /** What it looks like on the wire, for whoever reads the description of the calls. */
  readonly example?: { readonly body?: object; readonly answer?: object }
  /** Codes this call may answer beyond those every call may (bad_request, not_signed_in, too_often, internal…). */
  readonly errors: readonly ErrorCode[]
  /** Needs the header `Idempotency-Key`: the same key and body have one effect and one answer. */
  readonly idempotent: boolean
  /** How often it may be made: a row of the table of limits. */
  readonly limit: LimitName
  /** A phone to which only the capture of one request was handed over may make it too. */
  readonly capture?: boolean
  /** Made by a screen by itself: no sign that the person is there, a session is not kept alive by it. */
  readonly quiet?: boolean
  /** The poll of every open page: what it answers is read together with the session. */
  readonly polled?: boolean
  /** Sent by the browser itself, in a type that a form of another site could send too. */
  readonly beacon?: boolean
  readonly lane: Lane
  /** Bytes its body may have; without it the usual few. */
  readonly largest?: number
  /** Takes what was typed as it stands, so that nothing of it is lost; its own fields look at it. Any other call refuses NUL and half a sign in a text. */
  readonly asTyped?: boolean
  /** An act whose answer is a request as it is then (`request`), or holds its whole state in `detail`: nobody has to ask again. */
  readonly tells?: 'request' | 'detail'
}

type Defaulted = 'status' | 'errors' | 'idempotent' | 'who' | 'limit' | 'lane'
type Parts<C extends Call> = Omit<C, Defaulted> & Partial<Pick<C, Defaulted>>

/** Of calls that name none: generous enough that nobody meets it by using the product. */
const usualLimits: Partial<Readonly<Record<Caller, LimitName>>> = {
  anyone: 'visitor',
  client: 'borrower',
  machine: 'machine',
}

/** Declares a call. Defaults: a signed-in client's, 200, no errors of its own, the usual limit of who may make it. */
export function defineCall<
  Params extends z.ZodMiniType = never,
  Query extends z.ZodMiniType = never,
  Body extends z.ZodMiniType = never,
  Answer extends z.ZodMiniType = never,
  Who extends Caller = 'client',
>(parts: Parts<Call<Params, Query, Body, Answer, Who>>): Call<Params, Query, Body, Answer, Who> {
  const limit = usualLimits[parts.who ?? 'client'] ?? 'staff'
  return { who: 'client' as Who, status: 200, errors: [], idempotent: false, limit, lane: 'usual', ...parts }
}

type Part<T, Key extends string> = [T] extends [never]
  ? unknown
  : T extends z.ZodMiniType
    ? Record<Key, z.input<T>>
    : unknown

/** What the caller gives: only the parts the call has. */
export type CallInput<C> =
  C extends Call<infer P, infer Q, infer B, infer _A, infer _W>
    ? Part<P, 'params'> & Part<Q, 'query'> & Part<B, 'body'>
    : never

/** What the call answers. */
export type CallAnswer<C> =
  C extends Call<infer _P, infer _Q, infer _B, infer A, infer _W>
    ? [A] extends [never]
      ? undefined
      : z.output<A>
    : never
