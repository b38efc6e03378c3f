import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PartialSealing, partialHead } from '#server/platform/partial-files.ts'
import type { Bytes } from '#server/platform/worker-process.ts'
import type { EvidenceRow } from './store.ts'

type Row = Pick<EvidenceRow, 'id' | 'client_id' | 'size'>

/** The only names of uploads, in addresses, rows and the folder alike. */
export const isUploadId = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/** As the file system says it of a file that is gone. */
export const vanished = () => Object.assign(new Error('the file of the upload is gone'), { code: 'ENOENT' })

/** Whether a call failed because the upload it was for ended meanwhile. */
export const hasVanished = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'

/**
 * Files that are still coming, each under the id of its row and sealed with its client's key as it comes. The folder is this server's own; what is on
 * the disk has the size of what came, and a head.
 */
export function openReceiving(folder: string, sealingOf: (row: Row) => Promise<PartialSealing>) {
  function pathOf(id: string): string {
    if (!isUploadId(id)) throw new Error('the name of an upload is its id')
    return join(folder, id)
  }

  /** The head of a file and how many bytes have arrived behind it, read of one open file; null when there is none. */
  async function opened(id: string): Promise<{ head: Buffer; arrived: number } | null> {
    const handle = await open(pathOf(id), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!handle) return null
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(partialHead), 0, partialHead, 0)
      return { head: buffer.subarray(0, bytesRead), arrived: (await handle.stat()).size - partialHead }
    } finally {
      await handle.close()
    }
  }

  /** What seals and opens this file from an offset on; null when there is no such file. */
  async function streamOf(row: Row, offset: number) {
    const file = await opened(row.id)
    return file && (await sealingOf(row)).stream(row.id, file.head, offset)
  }

  return {
    /** Bytes that are there; null: nothing, or nothing this server can open. */
    async arrived(row: Row): Promise<number | null> {
      const file = await opened(row.id)
      return file && (await sealingOf(row)).stream(row.id, file.head, 0) && file.arrived
    },

    /** Makes an empty file; what was there is gone. */
    async begin(row: Row): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(pathOf(row.id), (await sealingOf(row)).head(), { mode: 0o600 })
    },

    /** Writes what comes, behind what is there; answers how many bytes it was. */
    async append(row: Row, offset: number, coming: Readable): Promise<number> {
      const sealed = await streamOf(row, offset)
      if (!sealed) throw vanished()
      const file = createWriteStream(pathOf(row.id), { flags: 'r+', start: partialHead + offset })
      await pipeline(coming, sealed, file)
      return file.bytesWritten
    },

    /** The bytes as they were sent. */
    read: (row: Row): Bytes => ({
      size: row.size,
      async *chunks() {
        const sealed = await streamOf(row, 0)
        if (!sealed) throw vanished()
        const file = createReadStream(pathOf(row.id), { start: partialHead, end: partialHead + row.size - 1 })
        file.on('error', (error) => sealed.destroy(error))
        yield* file.pipe(sealed)
      },
    }),

    drop: (id: string): Promise<void> => rm(pathOf(id), { force: true }),

    /** Removes what has not been written to since `before` and is of no upload that `known` tells of. */
    async sweep(before: Date, known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      const old: string[] = []
      for (const name of names) {
        const found = await stat(join(folder, name)).catch(() => null)
        if (found && found.mtime < before) old.push(name)
      }
      const kept = await known(old.filter(isUploadId))
      for (const name of old) if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}

export type Receiving = ReturnType<typeof openReceiving>
