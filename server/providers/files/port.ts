/** The store cannot be asked now, or does not take our keys: nothing is known of the file. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/** Keeps bytes by name. What it gets is sealed already. */
export interface FileStore {
  /** The whole file is there afterwards, over a power cut too, or nothing is. Writing a name again replaces it. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Bytes from `start` up to, not including, `end`. Throws when there is no such file. */
  read(name: string, start: number, end: number): Promise<Buffer>
  /** Nothing to remove is fine too. */
  remove(name: string): Promise<void>
  /** Names kept since before the given moment. */
  list(before: Date): Promise<readonly string[]>
}
