import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/** Who may make a call. `staff` is any signed-in member of the staff; roles are narrower. */
export type Caller = 'anyone' | 'client' | 'staff' | 'supervisor' | 'administrator'

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
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Status of success. */
  readonly status: number
  /** Body of success; none for 204 and for streams. */
  readonly answer?: Answer
  /** Codes this call may answer beyond those every call may (bad_request, not_signed_in, too_often, internal…). */
  readonly errors: readonly ErrorCode[]
  /** Needs the header `Idempotency-Key`: the same key and body have one effect and one answer. */
  readonly idempotent: boolean
  /** A phone to which only the capture of one request was handed over may make it too. */
  readonly capture?: boolean
}

type Parts<C extends Call> = Omit<C, 'status' | 'errors' | 'idempotent' | 'who'> &
  Partial<Pick<C, 'status' | 'errors' | 'idempotent' | 'who'>>

/** Declares a call. Defaults: a signed-in client's, 200, no errors of its own. */
export function defineCall<
  Params extends z.ZodMiniType = never,
  Query extends z.ZodMiniType = never,
  Body extends z.ZodMiniType = never,
  Answer extends z.ZodMiniType = never,
  Who extends Caller = 'client',
>(parts: Parts<Call<Params, Query, Body, Answer, Who>>): Call<Params, Query, Body, Answer, Who> {
  return { who: 'client' as Who, status: 200, errors: [], idempotent: false, ...parts }
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
