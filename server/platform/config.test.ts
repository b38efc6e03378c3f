import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { readConfig } from './config.ts'

const key = 'Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE'

const good = {
  NODE_ENV: 'production',
  APP_KEY: key,
  PUBLIC_URL: 'https://zayavka.example',
  DATABASE_URL: 'postgres://zayavka:hidden-word@db/zayavka',
  SMS_PROVIDER: 'smsc',
  SMTP_URL: 'smtps://mail:hidden-word@mail.example',
  PAYOUT_PROVIDER: 'bank',
  BUREAU_PROVIDER: 'nbki',
}

const refusals: Array<[why: string, changes: Record<string, string | undefined>, names: RegExp]> = [
  ['a test SMS code', { TEST_SMS_CODE: '111111' }, /^TEST_SMS_CODE .*remove/],
  ['a test e-mail code', { TEST_EMAIL_CODE: '222222' }, /^TEST_EMAIL_CODE .*remove/],
  ['no key', { APP_KEY: undefined }, /^APP_KEY is not set/],
  ['a short key', { APP_KEY: 'Zt7vQ2mXk9LrB4n' }, /^APP_KEY is shorter/],
  ['a default key', { APP_KEY: 'change-me-change-me-change-me-please' }, /^APP_KEY looks like a placeholder/],
  ['a key of one letter', { APP_KEY: 'x'.repeat(40) }, /^APP_KEY looks like a placeholder/],
  ['no public address', { PUBLIC_URL: undefined }, /^PUBLIC_URL is not set/],
  ['a public address without TLS', { PUBLIC_URL: 'http://zayavka.example' }, /^PUBLIC_URL is not https/],
  ['an office address without TLS', { PUBLIC_OFFICE_URL: 'http://office.example' }, /^PUBLIC_OFFICE_URL is not https/],
  ['no SMS provider', { SMS_PROVIDER: undefined }, /^SMS_PROVIDER is not set/],
  ['no e-mail provider', { SMTP_URL: undefined }, /^EMAIL_PROVIDER is not set/],
  ['no payout provider', { PAYOUT_PROVIDER: undefined }, /^PAYOUT_PROVIDER is not set/],
  ['no bureau', { BUREAU_PROVIDER: undefined }, /^BUREAU_PROVIDER is not set/],
  [
    'a sandbox that was not allowed',
    { PAYOUT_PROVIDER: 'sandbox' },
    /^PAYOUT_PROVIDER is the sandbox.*ALLOW_SANDBOX=yes/,
  ],
  ['the embedded database unasked', { DATABASE_URL: undefined }, /^DATABASE_URL is not set.*EMBEDDED_DATABASE=yes/],
  ['the demo’s office account', { OFFICE_PASSWORD: 'hidden-word' }, /^OFFICE_LOGIN, OFFICE_PASSWORD/],
]

const program = `
  import { readConfig } from ${JSON.stringify(new URL('./config.ts', import.meta.url).href)}
  import { startOrExit } from ${JSON.stringify(new URL('./refusal.ts', import.meta.url).href)}
  await startOrExit(() => readConfig(process.env))
  process.stdout.write('started')`

function start(environment: Record<string, string | undefined>) {
  const env = { PATH: process.env.PATH, ...environment } as NodeJS.ProcessEnv
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' })
}

test('production starts with everything chosen', () => {
  const config = readConfig(good)
  assert.deepEqual([config.production, config.testCodes], [true, { sms: undefined, email: undefined }])
  assert.equal(config.email.provider, 'smtp')
  assert.equal(start(good).stdout, 'started')
})

test('production may use a sandbox and the embedded database when both are asked for', () => {
  const config = readConfig({
    ...good,
    PAYOUT_PROVIDER: 'sandbox',
    ALLOW_SANDBOX: 'yes',
    DATABASE_URL: undefined,
    EMBEDDED_DATABASE: 'yes',
  })
  assert.deepEqual([config.payout.provider, config.databaseUrl], ['sandbox', undefined])
})

for (const [why, changes, names] of refusals) {
  test(`production refuses ${why}: exit code 78, one line with the variable, no secret`, () => {
    const { status, stderr, stdout } = start({ ...good, ...changes })
    assert.equal(status, 78)
    assert.match(stderr, names)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
    assert.equal(stdout, '')
    for (const secret of ['hidden-word', key, changes.APP_KEY]) assert.ok(!secret || !stderr.includes(secret))
  })
}

test('a malformed variable is named with what to do', () => {
  for (const [name, value] of Object.entries({
    PORT: 'x',
    DATABASE_URL: 'mysql://a',
    PUBLIC_URL: 'zayavka',
    ALLOW_SANDBOX: '1',
  })) {
    assert.throws(() => readConfig({ APP_KEY: key, [name]: value }), new RegExp(`^StartRefused: ${name} is to be`))
  }
  assert.throws(() => readConfig({ APP_KEY: key, PORT: '70000' }), /PORT/)
})

test('the demo needs nothing: test codes, sandboxes, and a key that stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-config-'))
  try {
    const config = readConfig({ DATA_DIR: folder })
    assert.deepEqual(config.testCodes, { sms: '111111', email: '222222' })
    assert.deepEqual(
      [config.sms.provider, config.payout.provider, config.files.provider],
      ['sandbox', 'sandbox', 'local'],
    )
    assert.equal(config.publicUrl, 'http://127.0.0.1:8080')
    assert.equal(readConfig({ DATA_DIR: folder }).appKey.reveal(), config.appKey.reveal())
    assert.equal(statSync(join(folder, 'app.key')).mode & 0o777, 0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('secrets of a configuration are not printed', () => {
  const config = readConfig({ ...good, SMS_API_KEY: 'hidden-word' })
  const printed = `${JSON.stringify(config)}${inspect(config, { depth: 9 })}${config.databaseUrl}`
  assert.ok(!printed.includes('hidden-word') && !printed.includes(key))
  assert.equal(config.sms.settings.API_KEY?.reveal(), 'hidden-word')
})
