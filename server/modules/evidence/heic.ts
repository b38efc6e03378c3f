import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fail } from '#server/platform/failure.ts'

const run = promisify(execFile)

/** Names libheif's reader goes by: the newer, then the older. */
const readers = ['heif-dec', 'heif-convert']

/** A JPEG of a HEIC picture by libheif's own program, where the server has it; `heic_not_read` elsewhere. */
export async function jpegOfHeic(bytes: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'heic-'))
  try {
    const [from, to] = [join(folder, 'in.heic'), join(folder, 'out.jpg')]
    await writeFile(from, bytes, { mode: 0o600 })
    for (const reader of readers) {
      try {
        await run(reader, ['-q', '92', from, to], { timeout: 20_000 })
        return await readFile(to)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fail('file_broken')
      }
    }
    throw fail('heic_not_read')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
