import { useState } from 'react'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import { CallError } from '#ui/callError.ts'
import { useAct } from '#ui/useAct.ts'
import { makeCall } from './calls.ts'

/** Reads a call when somebody asks, not by itself: the journal keeps who looked. What came last stays while it is asked for again */
export function useAsk<C extends Call>(call: C) {
  const [data, setData] = useState<CallAnswer<C>>()
  const [error, setError] = useState<CallError>()
  const { busy, act } = useAct((failure) => {
    if (!(failure instanceof CallError)) throw failure
    setError(failure)
  })
  const ask = (input: CallInput<C>) =>
    act(async () => {
      setError(undefined)
      setData(await makeCall(call, input))
    })
  return { data, error, busy, ask }
}
