import { useState } from 'react'
import { CallError } from '#ui/callError.ts'
import { toast } from '#ui/feedback/toast.ts'

/** Does one thing at a time; says what came of it, or why it was refused. Answers whether it was done */
export function useAct(): readonly [busy: boolean, act: (work: () => Promise<string | undefined>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<string | undefined>) => {
    setBusy(true)
    try {
      const said = await work()
      if (said) toast(said)
      return true
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.issues[0]?.message ?? failure.message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return [busy, act]
}
