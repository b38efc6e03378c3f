import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '#contract/routes.ts'

interface Entry {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

/** Fetched by those who need them, and of no use without a network. */
const leftOut = /vconsole|sentry|debugConsole/i

/** Every file the borrower's app may ask for. */
export function clientFiles(manifest: Readonly<Record<string, Entry>>): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (source: string) => {
    const entry = manifest[source]
    if (!entry || seen.has(source) || leftOut.test(source)) return
    seen.add(source)
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(`/${file}`)
    for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next)
  }
  visit('client/index.html')
  return [...files].sort()
}

/** Writes `dist/sw.js`: the worker of this build, named by what it keeps. */
export function writeServiceWorker(root: string): void {
  const dist = join(root, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const files = clientFiles(manifest)
  const pages = JSON.stringify(pagePaths(Object.keys(manifest)))
  const source = readFileSync(join(root, 'client/offline/serviceWorker.js'), 'utf8')
  const page = readFileSync(join(dist, 'client/index.html'), 'utf8')
  const release = createHash('sha256')
    .update(source)
    .update(page)
    .update(files.join() + pages)
    .digest('hex')
    .slice(0, 12)
  const worker = source
    .replace('__RELEASE__', release)
    .replace('__FILES__', JSON.stringify(['/favicon.svg', ...files]))
    .replace('__PAGES__', pages)
  writeFileSync(join(dist, 'sw.js'), worker)
}
