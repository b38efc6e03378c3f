import { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Database, Question } from '#server/platform/database.ts'
import { openSession } from '#server/platform/embedded-session.ts'
import { GuardedDialect } from '#server/platform/transaction-guard.ts'
import { copyOfTemplate } from '#server/testing/embedded-template.ts'
import { type Gate, openGate } from './gate.ts'

class GatedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #gate: Gate

  constructor(inner: DatabaseConnection, gate: Gate) {
    this.inner = inner
    this.#gate = gate
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#gate.pass()
    const result = await this.inner.executeQuery<R>(query)
    this.#gate.pass()
    return result
  }

  streamQuery(): never {
    throw new Error('nobody streams here')
  }
}

/** Lets a process die before and after each statement and each commit; a dead one's open transaction is rolled back. */
class GatedDriver implements Driver {
  readonly #driver: Driver
  readonly #gate: Gate

  constructor(driver: Driver, gate: Gate) {
    this.#driver = driver
    this.#gate = gate
  }

  init() {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<GatedConnection> {
    return new GatedConnection(await this.#driver.acquireConnection(), this.#gate)
  }

  async beginTransaction({ inner }: GatedConnection, settings: TransactionSettings) {
    this.#gate.pass()
    await this.#driver.beginTransaction(inner, settings)
  }

  async commitTransaction({ inner }: GatedConnection) {
    this.#gate.pass()
    await this.#driver.commitTransaction(inner)
    this.#gate.pass()
  }

  rollbackTransaction({ inner }: GatedConnection) {
    return this.#driver.rollbackTransaction(inner)
  }

  releaseConnection({ inner }: GatedConnection) {
    return this.#driver.releaseConnection(inner)
  }

  destroy() {
    return this.#driver.destroy()
  }
}

function gated(dialect: Dialect, gate: Gate): Dialect {
  return {
    createDriver: () => new GatedDriver(dialect.createDriver(), gate),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/** One database that outlives the simulated processes; each process sees it through its gate. */
export async function openStore() {
  const lite = await PGlite.create(await copyOfTemplate())
  await lite.exec("set time zone 'UTC'")
  await lite.exec(`create table simulated_job (
    id bigint generated always as identity primary key, name text not null, data jsonb not null,
    due timestamptz not null, attempt integer not null, key text, reason text)`)
  const { pool } = openSession(lite)

  function seenThrough(gate: Gate): Database {
    const db = new Kysely<unknown>({ dialect: gated(new GuardedDialect({ pool }), gate) })
    return {
      kind: 'embedded',
      db,
      ask: async <Row>({ text, values }: Question) =>
        (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows,
      listen: async () => async () => {},
      withMigrationDb: (work) => work(db),
      jobStore: () => {
        throw new Error('jobs are simulated')
      },
      close: async () => {},
    }
  }

  return {
    seenThrough,
    calm: seenThrough(openGate()),
    /** Takes away what emptied tables leave behind: nothing else does, and every question would pass by it. */
    tidy: () => lite.exec('vacuum'),
    close: () => lite.close(),
  }
}

export type Store = Awaited<ReturnType<typeof openStore>>
