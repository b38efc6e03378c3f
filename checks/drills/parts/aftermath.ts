import { program } from './ground.ts'
import { look } from './look.ts'

/** What stands on a place's data once its server is gone: what the program that checks the journal says, and effects that happened twice. */
export async function aftermath(env: Record<string, string>) {
  const verdict = await program('server/verify-journal.ts', env)
  return { verdict, ...(await look(env)) }
}
