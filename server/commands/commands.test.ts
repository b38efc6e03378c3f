import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshPostgres } from '#server/testing/fresh-postgres.ts'

const program = fileURLToPath(new URL('../zayavka.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'zayavka-commands-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const appKey = 'mJ4tWq8ZrV1xKc7LbN3yHd6GfS9uPo2E'

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

let places = 0

/** Runs the command in an empty folder of its own, with no environment but what is given; answers what it left there, too. */
function zayavka(args: readonly string[], env: Record<string, string> = {}): Promise<Ended & { left: string[] }> {
  places += 1
  const cwd = join(folder, String(places))
  mkdirSync(cwd)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH: process.env.PATH ?? '', ...env } })
    let [out, error] = ['', '']
    child.stdout.on('data', (bytes) => {
      out += bytes
    })
    child.stderr.on('data', (bytes) => {
      error += bytes
    })
    child.once('close', (code) => resolve({ code, out, error, left: readdirSync(cwd) }))
  })
}

const names = [
  'backup',
  'verify-backup',
  'restore',
  'add-staff',
  'load-list',
  'export',
  'export-day',
  'rotate-keys',
  'verify-journal',
  'verify-ledger',
  'verify-signature',
  'replay-decision',
]

describe('N18: the commands of the staff', { concurrency: 4 }, () => {
  for (const name of names)
    test(`${name} answers --help, and refuses what it does not know`, async () => {
      const help = await zayavka([name, '--help'])
      assert.deepEqual([help.code, help.left, help.error], [0, [], ''])
      assert.match(help.out, new RegExp(`^zayavka ${name}.*Exit codes`, 's'))
      for (const wrong of [['--folder=x'], ['-x'], ['a', 'b', 'c', 'd']]) {
        const { code, error, left } = await zayavka([name, ...wrong])
        assert.deepEqual([code, left], [2, []], error)
        assert.match(error, new RegExp(`zayavka ${name}`))
      }
    })

  test('the list names each of them; an unknown one and none at all are wrong use', async () => {
    const list = await zayavka(['--help'])
    assert.equal(list.code, 0)
    for (const name of names) assert.ok(list.out.includes(`  ${name} `), name)
    assert.equal((await zayavka(['destroy'])).code, 2)
    assert.equal((await zayavka([])).code, 2)
  })
})

describe('I1: a backup asked for in wrong ways never says «whole» of something else, and makes nothing', () => {
  const unreadable = join(folder, 'not-there.env')
  const halfFile = join(folder, 'half.env')
  writeFileSync(halfFile, `APP_KEY=${appKey}\nNODE_ENV=production\n`)
  const dead = 'postgres://zayavka:nothing@127.0.0.1:1/zayavka'
  const ways: readonly [string, string[], Record<string, string>, number][] = [
    ['with no settings at all', ['there'], {}, 78],
    ['with a key and no database', ['there'], { APP_KEY: appKey }, 78],
    ['with an empty DATABASE_URL', ['there'], { APP_KEY: appKey, DATABASE_URL: '' }, 78],
    ['with a database and no key', ['there'], { DATABASE_URL: dead }, 78],
    ['with a database that is away', ['there'], { DATABASE_URL: dead, APP_KEY: appKey }, 78],
    ['with what is no address', ['there'], { DATABASE_URL: 'zayavka', APP_KEY: appKey }, 78],
    ['with a data folder that is not there', ['there'], { DATA_DIR: './elsewhere', APP_KEY: appKey }, 78],
    ['with a settings file that is not there', ['there', '--env', unreadable], {}, 78],
    ['with half of the settings', ['there', '--env', halfFile], {}, 78],
    ['with no folder', [], {}, 2],
    ['with an empty folder name', [''], { APP_KEY: appKey }, 2],
    ['with an option as its folder', ['--help-me'], {}, 2],
  ]
  for (const [way, args, env, expected] of ways)
    test(way, async () => {
      const { code, out, error, left } = await zayavka(['backup', ...args], env)
      assert.equal(code, expected, error)
      assert.equal(out, '')
      assert.doesNotMatch(error, /\n\s+at /)
      if (expected === 78) assert.equal(error.trim().split('\n').length, 1)
      assert.deepEqual(left, [])
    })

  const server = process.env.TEST_DATABASE_URL
  test('of another PostgreSQL database, empty', { skip: server ? false : 'TEST_DATABASE_URL is not set' }, async () => {
    const { url, drop } = await freshPostgres(server ?? '')
    try {
      const { code, out, error, left } = await zayavka(['backup', 'there'], { DATABASE_URL: url, APP_KEY: appKey })
      assert.equal(code, 78)
      assert.match(error, /PostgreSQL database \w+ at .* holds nothing of the product/)
      assert.deepEqual([out, left], ['', []])
    } finally {
      await drop()
    }
  })
})

test('settings come from the file named, and are not overridden by it', async () => {
  const file = join(folder, 'whole.env')
  const dataDir = join(folder, 'nothing-there')
  writeFileSync(file, `APP_KEY=${appKey}\nDATA_DIR=${dataDir}\n`)
  const { code, error } = await zayavka(['verify-journal', '--env', file])
  assert.equal(code, 78)
  assert.ok(error.includes(dataDir), error)
  const other = await zayavka(['verify-journal', '--env', file], { DATA_DIR: join(folder, 'another') })
  assert.ok(other.error.includes('another'), other.error)
  assert.equal(existsSync(dataDir), false)
})
