interface Answered {
  readonly status: number
  readonly text: string
}

interface Parts {
  /** Before each further try. */
  readonly again: () => Promise<void>
  readonly asked?: () => void
  readonly most?: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks until there is an answer that is one: not a dead line, a 5xx or «still being answered». */
export function stubbornly({ again, asked, most = 400 }: Parts) {
  return async <A extends Answered>(ask: () => Promise<A>): Promise<A> => {
    let last: unknown
    for (let tries = 0; tries < most; tries += 1) {
      const answer = await ask().catch((error: unknown) => {
        last = error
        return null
      })
      if (answer && answer.status < 500 && !answer.text.includes('in_flight')) return answer
      last = answer?.text ?? last
      asked?.()
      await pause(50)
      await again()
    }
    throw new Error(`there never was an answer: ${String(last)}`)
  }
}
