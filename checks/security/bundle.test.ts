import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

const bundle = (folder: string) =>
  readdirSync(`${dist}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css|html)$/.test(file))
    .map((file) => ({ file, text: readFileSync(`${dist}/${folder}/${file}`, 'utf8') }))

test('D10: what the browser gets holds no secret, no server code, no source map', (context) => {
  const built = ['assets', 'client', 'office'].flatMap(bundle)
  assert.ok(built.length > 30)
  for (const { file, text } of built) {
    assert.ok(!/JBSWY3DPEHPK3PXP|pg_advisory|insert into |APP_KEY|DATABASE_URL|node:crypto/.test(text), file)
    // the debug console is a library that names addresses of its own
    if (file.startsWith('debugConsole')) continue
    assert.ok(!/sourceMappingURL=|localhost:\d|10\.0\.0\.|192\.168\./.test(text), file)
  }
  const served = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('embedded/'),
  )
  assert.deepEqual(
    served.filter((file) => file.endsWith('.map')),
    [],
  )
  context.diagnostic(`D10: ${built.length} files read`)
})

/** Every chunk the borrower's page can come to ask for. */
function reachable(page: string): Set<string> {
  const names = (text: string) => [...text.matchAll(/([\w-]+\.js)\b/g)].map(([, name]) => name ?? '')
  const found = new Set<string>()
  const open = names(readFileSync(`${dist}/${page}`, 'utf8'))
  for (let name = open.pop(); name; name = open.pop()) {
    if (found.has(name) || !existsSync(`${dist}/assets/${name}`)) continue
    found.add(name)
    open.push(...names(readFileSync(`${dist}/assets/${name}`, 'utf8')))
  }
  return found
}

test('I1: nothing the borrower’s app can load holds code of the office', (context) => {
  const chunks = reachable('client/index.html')
  assert.ok(chunks.size > 30)
  for (const name of chunks)
    assert.ok(!/\/service\/office\/|officeSignIn/.test(readFileSync(`${dist}/assets/${name}`, 'utf8')), name)
  context.diagnostic(`I1: ${chunks.size} chunks can be reached from the borrower's page`)
})
