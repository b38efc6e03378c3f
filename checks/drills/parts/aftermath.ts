import { program } from './ground.ts'
import { look } from './look.ts'

/** What the program that checks the journal says of a place's data, in a few words. */
export async function journalVerdict(env: Record<string, string>): Promise<string> {
  const said = await program('verify-journal', env)
  return (/journal is whole: (\d+) entries/.exec(said)?.[0] ?? said).replace(': ', ', ')
}

/** What stands on a place's data once its server is gone: what the program that checks the journal says, and effects that happened twice. */
export async function aftermath(env: Record<string, string>) {
  return { verdict: await journalVerdict(env), ...(await look(env)) }
}
