/** A reason not to start: one line a person can act on. Never carries a secret. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** Runs the start of a program; a refusal is printed as one line and ends the process with code 78 (EX_CONFIG). */
export async function startOrExit<T>(start: () => T | Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message.replace(/\s+/g, ' ')}\n`)
    process.exit(78)
  }
}
