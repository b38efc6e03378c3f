import { useRef, useState } from 'react'
import { newKey } from './shell/newKey.ts'

/** The idempotency key of what is meant: the same however often it is tried, another one once it has come off */
export type KeyFor = (...meaning: readonly unknown[]) => string

type Work = (keyFor: KeyFor) => Promise<unknown>

/**
 * The one way to act. A second press while an act is under way is that act; acts of other names (`what`: a row of a list) go beside it.
 * `refused` is told why it failed, `after` runs whatever came of it. `act` answers whether it was done.
 */
export function useAct(refused: (failure: unknown, what: string) => void, after?: () => unknown) {
  const [doing, setDoing] = useState<readonly string[]>([])
  const running = useRef(new Map<string, Promise<boolean>>())
  const keys = useRef(new Map<string, string>())

  async function run(work: Work, what: string): Promise<boolean> {
    setDoing((all) => [...all, what])
    const made: string[] = []
    try {
      await work((...meaning) => {
        const meant = JSON.stringify([what, meaning])
        const key = keys.current.get(meant) ?? newKey()
        keys.current.set(meant, key)
        made.push(meant)
        return key
      })
      // the same words said again are meant anew
      for (const meant of made) keys.current.delete(meant)
      return true
    } catch (failure) {
      refused(failure, what)
      return false
    } finally {
      await after?.()
    }
  }

  return {
    busy: doing.length > 0,
    isBusy: (what: string) => doing.includes(what),
    act(work: Work, what = ''): Promise<boolean> {
      const before = running.current.get(what)
      if (before) return before
      const begun = run(work, what).finally(() => {
        running.current.delete(what)
        setDoing((all) => all.filter((one) => one !== what))
      })
      running.current.set(what, begun)
      return begun
    },
  }
}

/** An act whose failure is told beside its button: `problem`, in `words` of the error */
export function useAttempt(words: (error: unknown, what: string) => string) {
  const [problem, setProblem] = useState('')
  const { busy, isBusy, act } = useAct((error, what) => setProblem(words(error, what)))
  const attempt: typeof act = (work, what) => {
    setProblem('')
    return act(work, what)
  }
  return { busy, isBusy, problem, attempt }
}
