import { inspect } from 'node:util'

/** A reason not to start: one line a person can act on. Never carries a secret. */
export class StartRefused extends Error {
  override name = 'StartRefused'
  /** Nothing in the settings is wrong: the same start may succeed later (EX_TEMPFAIL), whoever started us may try again. */
  readonly passing: boolean

  constructor(message: string, { passing = false }: { passing?: boolean } = {}) {
    super(message)
    this.passing = passing
  }
}

/** Runs the start of a program; a refusal is printed as one line and ends the process with code 78 (EX_CONFIG), a passing one with 75 (EX_TEMPFAIL). */
export async function startOrExit<T>(start: () => T | Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof StartRefused)) {
      // Thrown on, it would be printed with the line of source it came from, which of a library is a page of minified text.
      process.stderr.write(`${inspect(error)}\n`)
      process.exit(1)
    }
    process.stderr.write(`${error.message.replace(/\s+/g, ' ')}\n`)
    process.exit(error.passing ? 75 : 78)
  }
}
