import { AsyncLocalStorage } from 'node:async_hooks'
import { type DatabaseConnection, type Driver, PostgresDialect, type TransactionSettings } from 'kysely'

/**
 * Inside a transaction only its own `tx.db` may be used. The outer `db` would wait for a connection that the same code
 * holds: for ever on the embedded database, and outside the transaction, unnoticed, on PostgreSQL.
 */
export class OutsideTransaction extends Error {
  override name = 'OutsideTransaction'

  constructor() {
    super('The outer database was used inside a transaction: use tx.db there, or tx.afterCommit for later work')
  }
}

const running = new AsyncLocalStorage<{ open: boolean }>()

/** Runs the body of a transaction; work it leaves behind after its end may use the outer database again. */
export async function insideTransaction<T>(body: () => Promise<T>): Promise<T> {
  const state = { open: true }
  try {
    return await running.run(state, body)
  } finally {
    state.open = false
  }
}

/** The transaction whose body runs, if any: the same object from its start to its end. */
export const presentTransaction = (): object | undefined => running.getStore()

/** Throws OutsideTransaction when called from the body of a transaction. */
export function refuseInsideTransaction(): void {
  if (running.getStore()?.open) throw new OutsideTransaction()
}

/** Runs `work` as if called from nowhere, so that long-lived things opened in a transaction do not remember it. */
export function detached<T>(work: () => T): T {
  return running.exit(work)
}

class GuardedDriver implements Driver {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  init() {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseInsideTransaction()
    return this.#driver.acquireConnection()
  }

  releaseConnection(connection: DatabaseConnection) {
    return this.#driver.releaseConnection(connection)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    return this.#driver.beginTransaction(connection, settings)
  }

  commitTransaction(connection: DatabaseConnection) {
    return this.#driver.commitTransaction(connection)
  }

  rollbackTransaction(connection: DatabaseConnection) {
    return this.#driver.rollbackTransaction(connection)
  }

  destroy() {
    return this.#driver.destroy()
  }
}

/** PostgreSQL's dialect, which refuses the outer database inside a transaction, before it waits for a connection. */
export class GuardedDialect extends PostgresDialect {
  override createDriver(): Driver {
    return new GuardedDriver(super.createDriver())
  }
}
