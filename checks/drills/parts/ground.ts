import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'

const project = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

/** A database for one run of the product: its environment, and how to take it away. */
export interface Ground {
  readonly env: Record<string, string>
  drop(): Promise<void>
}

/** The two kinds of database a drill may stand on; PostgreSQL only where TEST_DATABASE_URL names a server. */
export const grounds: ReadonlyArray<{ kind: 'embedded' | 'PostgreSQL'; fresh(): Promise<Ground> }> = [
  { kind: 'embedded', fresh: async () => ({ env: {}, drop: async () => {} }) },
  ...(process.env.TEST_DATABASE_URL
    ? [
        {
          kind: 'PostgreSQL' as const,
          async fresh() {
            const { url, drop } = await migratedPostgres(process.env.TEST_DATABASE_URL ?? '')
            return { env: { DATABASE_URL: url }, drop }
          },
        },
      ]
    : []),
]

/** An address of one's own behind a trusted proxy: no more than twenty codes an hour go to one. */
export const addressOf = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n % 250}` })
export const trustsUs = { TRUSTED_PROXIES: '127.0.0.1' }

/** Runs one of the programs an operator runs. Answers what it said; throws with what it complained of. */
export const program = (command: string, env: Record<string, string>, ...args: string[]): Promise<string> =>
  printed(['server/zayavka.ts', command, ...args], env)

/** A start of the server that is to be refused: rejects with its code and what it said. */
export const start = (env: Record<string, string>): Promise<string> => printed(['server/main.ts'], env)

async function printed(args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await run('node', args, { cwd: project, env: { ...process.env, ...env } })
  return stdout.trim()
}
