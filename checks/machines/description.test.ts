import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient } from '@hey-api/openapi-ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypes, { astToString } from 'openapi-typescript'
import { type Running, runServer } from '../e2e/server.ts'
import { machineOf } from './machine.ts'

interface Description {
  readonly info: { readonly description?: string; readonly contact?: object }
  readonly servers: readonly object[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { description?: string; tags: readonly string[] }>>>>
}

let server: Running
let document: string
let folder: string

before(async () => {
  server = await runServer()
  document = await (await fetch(`${server.url}/service/openapi.json`)).text()
  // Beside the tree, so that what is generated finds the types of Node.
  folder = mkdtempSync(join(import.meta.dirname, 'generated-'))
  writeFileSync(join(folder, 'openapi.json'), document)
})
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

test('a public linter has nothing to say of /service/openapi.json', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const redocly = await lintFromString({ source: document, absoluteRef: `${server.url}/service/openapi.json`, config })
  assert.deepEqual(
    redocly.map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  )
  const broken = await lintFromString({ source: document.replaceAll('"operationId"', '"operationName"'), config })
  assert.ok(broken.length > 0, 'the linter does look')
  // What Spectral's `spectral:oas` asks beyond it, without its two hundred packages.
  const { tags, paths, info, servers } = JSON.parse(document) as Description
  const known = new Set(tags.map(({ name }) => name))
  assert.ok(info.description && info.contact && servers.length > 0)
  for (const [path, methods] of Object.entries(paths))
    for (const { description, tags: own } of Object.values(methods)) {
      assert.ok(description, path)
      assert.ok(own.length > 0 && own.every((tag) => known.has(tag)), path)
    }
})

const compile = (...files: string[]) =>
  execFileSync(
    process.execPath,
    [
      join(import.meta.dirname, '../../node_modules/typescript/bin/tsc'),
      ...[
        '--strict',
        '--skipLibCheck',
        '--target',
        'es2023',
        '--module',
        'nodenext',
        '--lib',
        'es2023,dom,dom.iterable',
      ],
      ...['--outDir', join(folder, 'out'), '--rootDir', folder, '--ignoreConfig', '--types', 'node'],
      ...files,
    ],
    { encoding: 'utf8', stdio: 'pipe' },
  )

const run = (file: string, ...args: string[]) =>
  JSON.parse(execFileSync(process.execPath, [join(folder, 'out', file), ...args], { encoding: 'utf8' })) as unknown

test('clients that two generators make of it compile, and read the feed', async () => {
  const token = await machineOf(server.url, ['events:read'])
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  await createClient({
    input: join(folder, 'openapi.json'),
    output: { path: join(folder, 'hey'), module: { extension: '.js' } },
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  })
  writeFileSync(join(folder, 'types.ts'), astToString(await openapiTypes(document)))
  writeFileSync(
    join(folder, 'first.ts'),
    `import { client } from './hey/client.gen.js'
import { machineEvents } from './hey/sdk.gen.js'
const [url, token] = process.argv.slice(2)
client.setConfig({ baseUrl: url, auth: () => token })
const { data } = await machineEvents({ query: { limit: '5' }, throwOnError: true })
console.log(JSON.stringify(data.events.map((event) => event.type)))
`,
  )
  writeFileSync(
    join(folder, 'second.ts'),
    `import createClient from 'openapi-fetch'
import type { paths } from './types.js'
const [url, token] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: url ?? '', headers: { authorization: 'Bearer ' + token } })
const { data } = await client.GET('/service/machine/v1/events', { params: { query: { limit: '5' } } })
console.log(JSON.stringify(data?.events.map((event) => event.type)))
`,
  )
  compile(join(folder, 'first.ts'), join(folder, 'second.ts'))
  const expected = ['ru.zayavka.person.created']
  assert.deepEqual(run('first.js', server.url, token), expected)
  assert.deepEqual(run('second.js', server.url, token), expected)
})
