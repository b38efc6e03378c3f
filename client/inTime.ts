/** Milliseconds without an answer after which a question of the poll counts as failed */
const patience = 15_000

/**
 * A question that ends: with what `ask` brings, or with an error when nothing came in time. Silence is a failure a person can act
 * on, and the next poll is not held up by it.
 */
export async function inTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const control = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Error('no answer in time'))
      control.abort()
    }, patience)
  })
  try {
    return await Promise.race([ask(control.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
