import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/**
 * An empty embedded database among what is built: making one (`initdb`, several programs in one process) takes 1.1 GB for some seconds, which a first
 * start on a small machine may not have. Copied by server/platform/database-embedded.ts.
 */
export async function writeEmbedded(dist: string): Promise<void> {
  const folder = join(dist, 'embedded')
  rmSync(folder, { recursive: true, force: true })
  await (await PGlite.create(folder)).close()
}
