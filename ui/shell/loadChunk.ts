import { logError } from './log.ts'

/** A chunk that has not arrived after this many milliseconds counts as failed */
export const chunkTimeout = 120_000

/** Waits before asking for a chunk again; after the last the failure is final */
const pauses = [500, 2000, 5000]

/** Loads with retries, all within the time-out. `sleep` is there for tests */
export async function loadChunk<Loaded>(
  load: () => Promise<Loaded>,
  timeout = chunkTimeout,
  sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`the chunk has not arrived after ${timeout} ms`)), timeout)
  })
  const withRetries = async () => {
    for (const pause of pauses) {
      try {
        return await load()
      } catch (error) {
        logError('chunk', error)
        await sleep(pause)
      }
    }
    return load()
  }
  try {
    return await Promise.race([withRetries(), late])
  } finally {
    clearTimeout(timer)
  }
}
