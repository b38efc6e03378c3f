import { useState } from 'react'

/**
 * One act at a time by a button: busy while it runs, and what to tell the person when it fails, in `words` of the error.
 * `attempt` answers whether it worked.
 */
export function useAttempt(words: (error: unknown) => string) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function attempt(work: () => Promise<void>): Promise<boolean> {
    setBusy(true)
    setProblem('')
    try {
      await work()
      return true
    } catch (error) {
      setProblem(words(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { busy, problem, attempt }
}
