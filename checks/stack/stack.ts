import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startS3StandIn } from '#server/providers/files/stand-in.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { type Running, type RunOptions, runServer } from '../e2e/server.ts'
import { freePort } from '../setup/freePort.ts'
import { temporaryPostgres } from '../setup/postgres.ts'
import { findNginx, type Nginx, startNginx } from './nginx.ts'

export const stackKey = 'Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE'

export interface Stack {
  /** The address people use: nginx, over https. This process trusts its certificate. */
  readonly url: string
  readonly servers: readonly [Running, Running]
  readonly nginx: Nginx
  /** What every server of the stack is started with. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export interface StackOptions extends Pick<RunOptions, 'lender' | 'env'> {
  readonly port?: number
}

/**
 * What deploy/compose.yaml describes, as processes of this machine: PostgreSQL, a store that speaks S3, two servers, nginx by
 * deploy/nginx.conf in front. Answers why not when PostgreSQL or nginx cannot be had.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack | { reason: string }> {
  const nginxHere = findNginx()
  if (nginxHere.path === null) return { reason: nginxHere.reason }
  const postgres = await temporaryPostgres()
  if (postgres.url === null) return { reason: postgres.reason }
  const stops: Array<() => Promise<unknown>> = [() => postgres.stop()]
  const stop = async () => {
    for (const each of stops.reverse().splice(0)) await each().catch(() => {})
  }
  try {
    const database = await migratedPostgres(postgres.url)
    stops.push(() => database.drop())
    const store = await startS3StandIn()
    stops.push(() => store.stop())
    const port = options.port ?? (await freePort())
    const env = {
      DATABASE_URL: database.url,
      APP_KEY: stackKey,
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_URL: `https://localhost:${port}`,
      STOP_NOTICE: '2',
      ...store.env,
      ...options.env,
    }
    const { lender } = options
    // Both at once, on an empty database: one makes the schema, the other waits.
    const started = await Promise.allSettled([1, 2].map(() => runServer({ env, ...(lender && { lender }) })))
    const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    stops.push(() => Promise.all(running.map((server) => server.stop())))
    const failed = started.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    const servers = running as [Running, Running]
    const addresses = [servers[0].url, servers[1].url] as const
    const nginx = await startNginx(nginxHere.path, { port, plainPort: await freePort() }, addresses)
    stops.push(() => nginx.stop())
    setDefaultCACertificates([...getCACertificates('default'), nginx.certificate])
    return { url: nginx.url, servers, nginx, env, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
