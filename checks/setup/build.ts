import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'dist')

const compressible = /\.(js|css|svg|json|webmanifest|txt)$/

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : [path]
  })
}

/** Assets are packed once, as tightly as can be, so that serving them costs nothing. */
function compress(): void {
  for (const file of files(dist).filter((name) => compressible.test(name) && !name.includes('/ssr/'))) {
    const bytes = readFileSync(file)
    if (statSync(file).size < 512) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

const shared = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const
await build(shared)
await build({ ...shared, build: { ssr: 'client/prerender.tsx' } })
compress()
