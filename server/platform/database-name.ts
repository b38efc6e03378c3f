import type { Config } from './config.ts'

/** «PostgreSQL database zayavka at 127.0.0.1:5432», «the embedded database in /var/lib/zayavka»: no user, no password. */
export function nameOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`
  const url = URL.parse(databaseUrl.reveal())
  return `PostgreSQL database ${url?.pathname.slice(1) || '?'} at ${url?.host || '?'}`
}
