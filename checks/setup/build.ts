import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { writeEmbedded } from './embedded.ts'
import { writeServiceWorker } from './serviceWorker.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'dist')

const compressible = /\.(js|css|svg|json|webmanifest|txt)$/

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : [path]
  })
}

/** Which coding of distances packs best differs from file to file: a tenth of a percent for nothing */
function smallest(bytes: Buffer): Buffer {
  const packed = [0, 1, 3].map((postfix) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: postfix === 1 ? 4 : postfix && 8,
      },
    }),
  )
  return packed.reduce((best, other) => (other.length < best.length ? other : best))
}

/** Assets are packed once, as tightly as can be, so that serving them costs nothing. */
function compress(): void {
  for (const file of files(dist).filter((name) => compressible.test(name) && !name.includes('/ssr/'))) {
    const bytes = readFileSync(file)
    if (statSync(file).size < 512) continue
    writeFileSync(`${file}.br`, smallest(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

const shared = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const
await build(shared)
await build({ ...shared, build: { ssr: 'client/prerender.tsx' } })
// the start's own script, which stands in the page
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/ssr',
    emptyOutDir: false,
    target: ['chrome80', 'safari13'],
    lib: { entry: 'client/start/alive.ts', formats: ['iife'], name: 'alive', fileName: () => 'alive.js' },
  },
})
writeServiceWorker(root)
compress()
await writeEmbedded(dist)
