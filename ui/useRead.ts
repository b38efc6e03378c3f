import { useCallback, useEffect, useRef, useState } from 'react'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import { useServices } from './services.ts'

type Options = {
  /** It is read again when this changes */
  readonly watch?: unknown
  /** Told of a failure; a stable function. Without it, `failure` is all there is */
  refused?(failure: unknown): void
}

/**
 * The one way a screen reads a call: what came last, why the last try failed, and `again`, which never rejects. The answer to another
 * question that comes late is dropped; what is known stays while it is read again. `input` null: not to be read yet.
 */
export function useRead<C extends Call>(asked: C, input: CallInput<C> | null, { watch, refused }: Options = {}) {
  const { call } = useServices()
  const [data, setData] = useState<CallAnswer<C> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef<AbortController>(null)
  const question = JSON.stringify(input ?? null)

  const again = useCallback(async () => {
    latest.current?.abort()
    const abort = new AbortController()
    latest.current = abort
    const { signal } = abort
    try {
      const answer = await call(asked, JSON.parse(question) as CallInput<C>, { signal })
      if (signal.aborted) return
      setData(answer)
      setFailure(null)
    } catch (error) {
      if (signal.aborted) return
      setFailure(error instanceof Error ? error.message : '')
      refused?.(error)
    }
  }, [call, asked, question, refused])

  const due = input !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `watch` asks once more
  useEffect(() => {
    if (due) void again()
    return () => latest.current?.abort()
  }, [again, due, watch])

  return { data, failure, again }
}
