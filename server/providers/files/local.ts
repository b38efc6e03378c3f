import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crash } from '#server/platform/crash.ts'
import type { FileStore } from './port.ts'

const name = /^[0-9a-f-]{36}$/
const unfinished = /^[0-9a-f-]{36}\.part$/

/** Files in one folder: written beside, synced to the disk, then renamed into place. */
export function localFiles(folder: string): FileStore {
  const pathOf = (file: string) => {
    if (!name.test(file)) throw new Error('the name of a stored file is its id')
    return join(folder, file)
  }

  async function syncFolder(): Promise<void> {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  }

  return {
    async write(file, bytes) {
      const path = pathOf(file)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const handle = await open(`${path}.part`, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      crash('file-written')
      await rename(`${path}.part`, path)
      crash('file-renamed')
      await syncFolder()
    },

    async read(file, start, end) {
      const handle = await open(pathOf(file), 'r')
      try {
        const buffer = Buffer.alloc(Math.max(0, end - start))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },

    remove: (file) => rm(pathOf(file), { force: true }),

    async list(before) {
      const all = await readdir(folder).catch(() => [])
      const old: string[] = []
      for (const file of all.filter((entry) => name.test(entry) || unfinished.test(entry))) {
        const found = await stat(join(folder, file)).catch(() => null)
        if (!found || found.mtime >= before) continue
        if (unfinished.test(file)) await rm(join(folder, file), { force: true })
        else old.push(file)
      }
      return old
    },
  }
}
