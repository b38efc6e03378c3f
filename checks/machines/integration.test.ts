import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { scopeNames } from '#contract/machine/scopes.ts'
import { runServer } from '../e2e/server.ts'
import { freePort } from '../setup/freePort.ts'
import { machineSecret } from './machine.ts'

const page = readFileSync(new URL('../../docs/integration.md', import.meta.url), 'utf8')

/** Blocks of the page in a language, `sh` or `js name`. */
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w+)(?: ([\w.]+))?\n([\s\S]*?)^```$/gm)].flatMap(([, kind, name = '', text = '']) =>
    kind === language ? [{ name, text }] : [],
  )

test('every command of docs/integration.md runs against the demo, in its order, and answers what the page says', async () => {
  const server = await runServer()
  // Inside the tree, so that the receiver finds the public library.
  const folder = mkdtempSync(join(import.meta.dirname, 'commands-'))
  try {
    const { id, secret } = await machineSecret(server.url, scopeNames)
    const port = await freePort()
    const [receiver] = blocks('js')
    assert.equal(receiver?.name, 'receiver.mjs')
    writeFileSync(join(folder, 'receiver.mjs'), receiver.text)
    const script = ['set -euo pipefail', ...blocks('sh').map(({ text }) => `echo '#'\n${text}\necho`)]
      .join('\n')
      .replaceAll('http://127.0.0.1:8080', server.url)
      .replaceAll('http://127.0.0.1:9090/', `http://127.0.0.1:${port}/`)
    const env = { ...process.env, CLIENT_ID: id, CLIENT_SECRET: secret, PORT: String(port) }
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })
    const [, token = '', events = '', later = '', webhook = '', payment = '', lists = ''] = stdout.split(/^#$/m)
    assert.match(token, /a token of 43 letters/)
    const feed = JSON.parse(events) as { events: { specversion: string; type: string }[]; more: boolean }
    assert.deepEqual(
      feed.events.map(({ specversion, type }) => [specversion, type]),
      [['1.0', 'ru.zayavka.person.created']],
    )
    assert.deepEqual(JSON.parse(later), { events: [], next: '1', more: false })
    assert.match(webhook, /^ru\.zayavka\.test$/m)
    assert.match(webhook, /"delivered":true,"status":204/)
    assert.deepEqual(JSON.parse(payment), { status: 'suspended', loan: null })
    assert.match(lists, /\{"items":\[\],"next":null\}/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
})
