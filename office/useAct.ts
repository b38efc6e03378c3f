import { useState } from 'react'
import { CallError } from '#ui/callError.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useFieldErrors } from '#ui/form/useFieldErrors.ts'
import { type KeyFor, useAct as useOneAct } from '#ui/useAct.ts'

type Options = {
  /** What this act says of a refusal, by its code; '' says nothing */
  readonly words?: Readonly<Record<string, string>>
  /** A refusal is told in the form, as `problem`, and not in a short message */
  readonly inForm?: boolean
  /** Whatever came of it: the list is read again */
  after?(): unknown
}

/** What work says when it is done; nothing where the screen says it */
type Work = (keyFor: KeyFor) => Promise<string | undefined>

/**
 * The office's way to act: says what came of it, or why it was refused, under the fields it names where the form draws them by `field`.
 * What is typed stays typed.
 */
export function useAct({ words = {}, inForm = false, after }: Options = {}) {
  const [problem, setProblem] = useState('')
  const { field, show, clear } = useFieldErrors()
  const tell = (said: string) => {
    if (inForm) setProblem(said)
    else if (said) toast(said)
  }
  const { busy, isBusy, act } = useOneAct((failure) => {
    if (!(failure instanceof CallError)) throw failure
    const { code, issues, message } = failure
    const own = words[code]
    const homeless = own === undefined ? show(issues) : []
    if (own !== undefined || issues.length === 0) tell(own ?? message)
    else if (homeless[0]) tell(homeless[0].message)
  }, after)

  const forget = () => {
    setProblem('')
    clear()
  }

  return {
    busy,
    isBusy,
    problem,
    field,
    /** Says what is wrong where this act says it */
    tell,
    /** Nothing was refused: the form is closed */
    forget,
    act: (work: Work, what?: string) =>
      act(async (keyFor) => {
        forget()
        const said = await work(keyFor)
        if (said) toast(said)
      }, what),
    /** Shows what is missing, by field, before anything is sent; whether anything is */
    lacks(missing: Readonly<Record<string, string | false>>): boolean {
      const found = Object.entries(missing).flatMap(([name, message]) => (message ? [{ field: name, message }] : []))
      show(found)
      return found.length > 0
    },
  }
}

export type Act = ReturnType<typeof useAct>
