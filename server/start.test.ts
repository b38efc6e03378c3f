import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./main.ts', import.meta.url))
const demo = JSON.parse(readFileSync(new URL('../config/lender.json', import.meta.url), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'zayavka-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the server in an environment of its own until it ends, or prints what was waited for. */
function start(
  env: Record<string, string>,
  until?: RegExp,
): Promise<{ code: number | null; out: string; error: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', DATA_DIR: mkdtempSync(join(folder, 'data-')), ...env },
    })
    let [out, error] = ['', '']
    child.stdout.on('data', (bytes) => {
      out += bytes
      if (until?.test(out)) child.kill()
    })
    child.stderr.on('data', (bytes) => {
      error += bytes
    })
    child.once('close', (code) => resolve({ code, out, error }))
  })
}

const oneLine = (error: string) => assert.equal(error.trim().split('\n').length, 1, error)

async function taken(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

describe('I10: a start that cannot be says why in one line', { concurrency: 3 }, () => {
  test('a port that is taken: which, and what to do; another try may succeed', async () => {
    const { server, port } = await taken()
    const { code, error } = await start({ PORT: String(port) })
    server.close()
    assert.equal(code, 75)
    oneLine(error)
    assert.match(
      error,
      new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is taken by another program: stop it, or choose another PORT`),
    )
  })

  test('a damaged embedded database: where it is and how to get one back, no line of a library', async () => {
    const data = mkdtempSync(join(folder, 'damaged-'))
    mkdirSync(join(data, 'database'))
    writeFileSync(join(data, 'database', 'PG_VERSION'), '17\n')
    const { code, error } = await start({ DATA_DIR: data })
    assert.equal(code, 78)
    oneLine(error)
    assert.match(error, /embedded database in \S+database cannot be opened.*zayavka restore FOLDER/)
  })

  test('a lender’s file with four faults: each is named', async () => {
    const file = join(folder, 'lender.json')
    const wrong = structuredClone(demo)
    wrong.brand.name = ''
    wrong.zone = 'Europe/Nowhere'
    wrong.contacts.phone = '8 800'
    delete wrong.legal
    writeFileSync(file, JSON.stringify(wrong))
    const { code, error } = await start({ LENDER_CONFIG: file })
    assert.equal(code, 78)
    oneLine(error)
    for (const field of ['brand.name', 'zone', 'contacts.phone', 'legal'])
      assert.ok(error.includes(field), `${field}: ${error}`)
  })

  test('several wrong variables: each is named', async () => {
    const { code, error } = await start({ PORT: 'eighty', STOP_NOTICE: 'long', TEST_SMS_CODE: '1' })
    assert.equal(code, 78)
    oneLine(error)
    for (const name of ['PORT', 'STOP_NOTICE', 'TEST_SMS_CODE']) assert.ok(error.includes(name), `${name}: ${error}`)
  })
})

describe('I7: PostgreSQL away at the start', () => {
  test('one line, and the start waits', async () => {
    const { server, port } = await taken()
    server.close()
    const url = `postgres://zayavka:hidden-word@127.0.0.1:${port}/zayavka`
    const { code, out, error } = await start({ DATABASE_URL: url }, /waits for it/)
    assert.notEqual(code, 78)
    assert.equal(error, '')
    oneLine(out)
    assert.doesNotMatch(out, /hidden-word|\bat \w+ \(/)
  })

  const there = process.env.TEST_DATABASE_URL
  test('a database that does not exist is refused', {
    skip: there ? false : 'TEST_DATABASE_URL is not set',
  }, async () => {
    const url = new URL(there ?? '')
    url.pathname = '/nobody_made_this'
    const { code, error } = await start({ DATABASE_URL: url.href })
    assert.equal(code, 78)
    oneLine(error)
    assert.match(error, /nobody_made_this/)
  })
})

test('I11: in production every line of standard output is JSON', async () => {
  const { server, port } = await taken()
  server.close()
  const { out, error } = await start(
    {
      NODE_ENV: 'production',
      PORT: String(port),
      APP_KEY: 'mJ4tWq8ZrV1xKc7LbN3yHd6GfS9uPo2E',
      PUBLIC_URL: 'https://zayavka.example',
      EMBEDDED_DATABASE: 'yes',
      ALLOW_SANDBOX: 'yes',
      ...Object.fromEntries(['SMS', 'EMAIL', 'PAYOUT', 'BUREAU'].map((kind) => [`${kind}_PROVIDER`, 'sandbox'])),
    },
    /"ready"/,
  )
  const lines = out.trim().split('\n')
  assert.ok(lines.length > 0, error)
  for (const line of lines) assert.equal(typeof JSON.parse(line), 'object', line)
})
