import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  TransactionSettings,
} from 'kysely'

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
  readonly #exclusive: boolean
  #turn: Promise<void> = Promise.resolve()
  #release: (() => void) | undefined

  constructor(driver: Driver, exclusive: boolean) {
    this.#driver = driver
    this.#exclusive = exclusive
  }

  init() {
    return this.#driver.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    refuseInsideTransaction()
    if (!this.#exclusive) return this.#driver.acquireConnection()
    const before = this.#turn
    let leave = () => {}
    this.#turn = new Promise((resolve) => {
      leave = resolve
    })
    await before
    this.#release = leave
    return this.#driver.acquireConnection()
  }

  async releaseConnection(connection: DatabaseConnection) {
    await this.#driver.releaseConnection(connection)
    this.#release?.()
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

/** A dialect that refuses the outer database inside a transaction, before it waits for a connection. */
export class GuardedDialect implements Dialect {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  createDriver(): Driver {
    const single = this.#dialect.createAdapter().supportsMultipleConnections === false
    return new GuardedDriver(this.#dialect.createDriver(), single)
  }

  createAdapter(): DialectAdapter {
    // The turn-taking of a single connection is in GuardedDriver, behind the check.
    return new Proxy(this.#dialect.createAdapter(), {
      get: (adapter, name) => {
        if (name === 'supportsMultipleConnections') return true
        const value: unknown = Reflect.get(adapter, name, adapter)
        return typeof value === 'function' ? value.bind(adapter) : value
      },
    })
  }

  createQueryCompiler(): QueryCompiler {
    return this.#dialect.createQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return this.#dialect.createIntrospector(db)
  }
}
