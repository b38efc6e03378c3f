import type { Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { openEmbedded } from './database-embedded.ts'
import { openPostgres } from './database-postgres.ts'
import type { Secret } from './secret.ts'

/**
 * SQL of a module starts from here with the module's own tables: `db.$extendTables<OfferTables>()`
 * (`OfferTables` is a `type`: an interface does not fit Kysely's constraint).
 * On both databases: int8 is a number, timestamptz a Date, date a 'YYYY-MM-DD' string, bytea a Uint8Array, all in UTC.
 * A jsonb value is passed as `JSON.stringify(value)`.
 */
export type Db = Kysely<unknown>

export interface Subscription {
  /** Called with the payload of each notification. */
  onMessage(payload: string): void
  /** Called after the connection came back: notifications may have been missed meanwhile. */
  onGap?(): void
}

export interface Question {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

export interface Database {
  kind: 'embedded' | 'postgres'
  db: Db
  /** A question asked very often, outside transactions: prepared once a connection, under its name. */
  ask<Row>(question: Question): Promise<Row[]>
  /** LISTEN on a channel (lower-case letters and underscores); returns how to stop. */
  listen(channel: string, subscription: Subscription): Promise<() => Promise<void>>
  /** A database for migrations: no time limit on a statement, apart from the working pool. */
  withMigrationDb<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A job store on this database, not yet started. */
  jobStore(schema: string): PgBoss
  /** Absent in the embedded database, which has one connection. */
  pool?(): PoolState
  close(): Promise<void>
}

/** Told of each query that has ended: what it was, in a few words, and how long it took. */
export type Watch = (query: { verb: string; table: string | undefined }, milliseconds: number) => void

/** How many connections the pool has, how many of them are idle, and how many callers wait for one. */
export interface PoolState {
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

export interface DatabasePlace {
  dataDir: string
  databaseUrl?: Secret | undefined
}

/**
 * Opens PostgreSQL when there is a `databaseUrl`, else the embedded database in `dataDir`/database.
 * Throws DirectoryTaken when another process has the folder.
 */
export function openDatabase(place: DatabasePlace, watch?: Watch): Promise<Database> {
  return place.databaseUrl
    ? openPostgres(place.databaseUrl.reveal(), { watch })
    : openEmbedded(`${place.dataDir}/database`, watch)
}
