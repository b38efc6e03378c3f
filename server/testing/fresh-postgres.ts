import { randomBytes } from 'node:crypto'
import pg from 'pg'

async function asOwner(statement: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The address of a fresh, empty PostgreSQL database and how to drop it. */
export async function freshPostgres(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `zayavka_test_${randomBytes(6).toString('hex')}`
  await asOwner(`create database ${name}`, server)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asOwner(`drop database if exists ${name} with (force)`, server) }
}
