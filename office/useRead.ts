import useSWR, { type SWRResponse } from 'swr'
import useInfinite from 'swr/infinite'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import type { CallError } from '#ui/callError.ts'
import { makeCall } from './calls.ts'

type Options = { readonly every?: number; readonly once?: boolean }

/** Reads one call and keeps the answer fresh. `every`: again after so many milliseconds; `once`: not again by itself */
export function useRead<C extends Call>(
  call: C,
  input: CallInput<C>,
  { every = 0, once = false }: Options = {},
): SWRResponse<CallAnswer<C>, CallError> {
  return useSWR<CallAnswer<C>, CallError>([call.name, JSON.stringify(input)], () => makeCall(call, input), {
    refreshInterval: every,
    shouldRetryOnError: false,
    ...(once && { revalidateOnFocus: false, revalidateOnReconnect: false }),
  })
}

type Page<Item> = { readonly items: readonly Item[]; readonly next?: string | undefined }

export interface Pages<Answer, Item> {
  readonly first: Answer | undefined
  readonly items: readonly Item[]
  readonly error: CallError | undefined
  readonly busy: boolean
  /** There are more; null when there are not */
  readonly more: (() => void) | null
  again(): void
}

/** Reads a list page by page; `ask` makes the input of a page that starts after a place */
export function usePages<C extends Call, Item>(
  call: C,
  ask: (after: string | undefined) => CallInput<C>,
  every = 0,
): Pages<CallAnswer<C>, Item> {
  type Answer = CallAnswer<C>
  const { data, error, isValidating, setSize, mutate } = useInfinite<Answer, CallError>(
    (at: number, before: Answer | null) => {
      const next = (before as Page<Item> | null)?.next
      if (at > 0 && !next) return null
      return [call.name, JSON.stringify(ask(next))]
    },
    ([, input]: [string, string]) => makeCall(call, JSON.parse(input) as CallInput<C>),
    { refreshInterval: every, revalidateAll: true, shouldRetryOnError: false, keepPreviousData: true },
  )
  const pages = (data ?? []) as readonly (Answer & Page<Item>)[]
  return {
    first: pages[0],
    items: pages.flatMap(({ items }) => items),
    error,
    busy: isValidating,
    more: pages.at(-1)?.next ? () => void setSize((size) => size + 1) : null,
    again: () => void mutate(),
  }
}

/** A list by its filters, which stand in the address; what is searched for names a person and goes in the body of `find` */
export function useFound<C extends Call, Item>(
  list: C,
  find: Call,
  search: string,
  asked: (after: string | undefined) => object,
  every = 0,
): Pages<CallAnswer<C>, Item> {
  const call = (search ? find : list) as C
  return usePages<C, Item>(
    call,
    (after) => (search ? { body: { ...asked(after), search } } : { query: asked(after) }) as unknown as CallInput<C>,
    every,
  )
}
