import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { canonicalJson } from '#server/platform/canonical.ts'
import type { KeyGeneration, KeyRing } from '#server/platform/keys.ts'
import { StartRefused } from '#server/platform/refusal.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** What a backup holds, and what each of its files must hash to. */
const manifestSchema = z.object({
  kind: z.literal('zayavka-backup'),
  at: z.string(),
  migrations: z.array(z.string()),
  /** Of all its chains together. */
  journal: z.object({ entries: z.number(), head: z.string() }),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), file: z.string(), sha256 })),
  jobs: z.object({ rows: z.number(), file: z.string(), sha256 }),
  /** Photos and videos as they lie in the store, sealed. */
  files: z.array(z.object({ id: z.string().check(z.regex(/^[0-9a-f-]{36}$/)), sha256 })),
  /** Files the database knew of and the store did not give. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

const manifestFile = (folder: string) => join(folder, 'manifest.json')

const sign = (key: KeyGeneration, manifest: Manifest) =>
  createHmac('sha256', key.derive('backup')).update(canonicalJson(manifest)).digest()

/** Written last: a folder without it is no backup. */
export function writeManifest(folder: string, manifest: Manifest, { current }: KeyRing): void {
  const signed = { ...manifest, key: current.id.toString('hex'), signature: sign(current, manifest).toString('hex') }
  writeFileSync(manifestFile(folder), `${JSON.stringify(signed, null, 1)}\n`, { mode: 0o600, flag: 'wx' })
}

/** Throws StartRefused when the folder holds no backup, the key is another's, or the manifest was changed. */
export function readManifest(folder: string, keys: KeyRing): Manifest {
  const { key: named, signature, ...rest } = parse(folder)
  const manifest = z.safeParse(manifestSchema, rest)
  const key = keys.all.find(({ id }) => id.toString('hex') === named)
  if (!key)
    throw new StartRefused(
      'This backup was made under a key that is neither APP_KEY nor in APP_KEY_OLD: put that key in place (for a demo, its app.key into DATA_DIR)',
    )
  const given = Buffer.from(String(signature), 'hex')
  if (!manifest.success || given.length !== 32 || !timingSafeEqual(given, sign(key, manifest.data)))
    throw new StartRefused('The manifest of this backup is damaged or was changed')
  return manifest.data
}

function parse(folder: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(manifestFile(folder), 'utf8')) as Record<string, unknown>
  } catch {
    throw new StartRefused(`${folder} holds no whole backup: its manifest.json cannot be read`)
  }
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** Names of files of the backup that are missing or are not what the manifest says. */
export async function damagedFiles(folder: string, manifest: Manifest): Promise<string[]> {
  const expected = [
    ...manifest.tables,
    manifest.jobs,
    ...manifest.files.map(({ id, sha256: hash }) => ({ file: join('files', id), sha256: hash })),
  ]
  const damaged: string[] = []
  for (const { file, sha256: hash } of expected)
    if ((await hashOfFile(join(folder, file)).catch(() => null)) !== hash) damaged.push(file)
  return damaged
}
