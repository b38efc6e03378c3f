import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { type Receiving, vanished } from './receiving.ts'
import type { EvidenceRow } from './store.ts'

/** The upload that was authorised for the call that is being answered, and what went wrong with its file. */
export interface Authorised {
  readonly row: EvidenceRow
  broken?: unknown
}

/** Files as the protocol's library asks for them: of the one upload that was authorised, whatever it asks. */
export class AuthorisedFile extends DataStore {
  override extensions = ['creation']
  readonly #authorised: AsyncLocalStorage<Authorised>
  readonly #receiving: Receiving
  readonly #isReceiving: (row: EvidenceRow) => Promise<boolean>

  constructor(
    authorised: AsyncLocalStorage<Authorised>,
    receiving: Receiving,
    isReceiving: (row: EvidenceRow) => Promise<boolean>,
  ) {
    super()
    this.#authorised = authorised
    this.#receiving = receiving
    this.#isReceiving = isReceiving
  }

  #of(id: string): Authorised {
    const authorised = this.#authorised.getStore()
    if (authorised?.row.id !== id) throw ERRORS.FILE_NOT_FOUND
    return authorised
  }

  /** The library answers whatever it does not know with 500 in English: what is none of its own errors is said by us. */
  async #noting<T>(authorised: Authorised, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if ((error as { status_code?: number }).status_code === undefined) authorised.broken = error
      throw error
    }
  }

  async #arrived(authorised: Authorised): Promise<number> {
    const { row } = authorised
    const arrived = await this.#receiving.arrived(row)
    if (arrived !== null) return arrived
    // Settled or taken back since the call was authorised: its file is gone with it.
    if (!(await this.#isReceiving(row))) {
      authorised.broken = vanished()
      throw ERRORS.FILE_NO_LONGER_EXISTS
    }
    // Begun on another server, whose folder is not ours: here it starts over. Balancers keep an upload on one server.
    await this.#receiving.begin(row)
    return 0
  }

  override async create(upload: Upload): Promise<Upload> {
    const authorised = this.#of(upload.id)
    await this.#noting(authorised, () => this.#arrived(authorised))
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const authorised = this.#of(id)
    const offset = await this.#noting(authorised, () => this.#arrived(authorised))
    return new Upload({ id, size: authorised.row.size, offset })
  }

  override async write(coming: Readable, id: string, offset: number): Promise<number> {
    const authorised = this.#of(id)
    return this.#noting(authorised, async () => offset + (await this.#receiving.append(authorised.row, offset, coming)))
  }
}
