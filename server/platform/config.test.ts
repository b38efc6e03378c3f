import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { readConfig } from './config.ts'
import { noDemoBecause } from './demo.ts'
import { environment } from './environment.ts'

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

const local = { APP_KEY: key }
const undemo: Array<[why: string, given: Record<string, string>, names: RegExp]> = [
  ['an unknown NODE_ENV', { NODE_ENV: 'Production' }, /^NODE_ENV is to be production, development or test/],
  ['another unknown NODE_ENV', { NODE_ENV: 'prod' }, /^NODE_ENV is to be/],
  ['a real SMS gateway', { SMS_PROVIDER: 'smsc' }, /no demo: SMS_PROVIDER is smsc/],
  ['a public name', { PUBLIC_URL: 'https://zayavka.example' }, /no demo: PUBLIC_URL is a public address/],
  ['a public name without TLS', { PUBLIC_URL: 'http://zayavka.example' }, /no demo: PUBLIC_URL is a public address/],
  ['a public office', { PUBLIC_OFFICE_URL: 'https://office.example' }, /no demo: PUBLIC_OFFICE_URL/],
  ['a public address to listen at', { HOST: '203.0.113.9' }, /no demo: HOST 203\.0\.113\.9 is a public address/],
]
for (const [why, given, names] of undemo)
  for (const mode of given.NODE_ENV ? [{}] : [{}, { NODE_ENV: '' }, { NODE_ENV: 'development' }])
    test(`N9: with ${why} the test codes are gone, whatever NODE_ENV is (${JSON.stringify(mode)})`, () => {
      const { status, stderr, stdout } = start({ ...local, ...given, ...mode })
      assert.equal(status, 78)
      assert.match(stderr, names)
      assert.equal(stdout, '')
      if (given.NODE_ENV) return
      const whole = readConfig({ ...good, ...given, ...mode, PUBLIC_URL: good.PUBLIC_URL })
      assert.deepEqual([whole.production, whole.testCodes], [true, { sms: undefined, email: undefined }])
    })

test('N9: a demo is on this machine or in its local network', () => {
  for (const demo of [
    {},
    { HOST: '::1' },
    { HOST: '192.168.1.7' },
    { PUBLIC_URL: 'https://192.168.1.7:8443' },
    { PUBLIC_URL: 'http://[::1]:8080' },
    { PUBLIC_URL: 'https://printer.local' },
    { SMS_PROVIDER: 'sandbox', NODE_ENV: 'development' },
  ])
    assert.deepEqual(readConfig({ ...local, ...demo }).testCodes, { sms: '111111', email: '222222' })
  const everywhere = environment.parse({ HOST: '0.0.0.0' })
  assert.equal(
    noDemoBecause(everywhere, () => ['127.0.0.1', '10.1.2.3', 'fe80::1']),
    null,
  )
  assert.match(noDemoBecause(everywhere, () => ['127.0.0.1', '203.0.113.9']) ?? '', /203\.0\.113\.9/)
})

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

const addresses: Array<[address: string, says: RegExp]> = [
  ['gateway.example', /^SMS_URL is to be an address/],
  ['ftp://gateway.example', /^SMS_URL is to be an address/],
  ['https://name:hidden@gateway.example', /^SMS_URL is to be an address without a name or a password/],
  ['https://gateway.example?key=hidden', /^SMS_URL is to be an address without a query/],
  ['http://gateway.example', /^SMS_URL leads to http:\/\/gateway\.example, which no call may go to.*PRIVATE_SERVICES/],
  ['https://10.1.2.3', /^SMS_URL leads to https:\/\/10\.1\.2\.3, which no call may go to.*PRIVATE_SERVICES/],
  ['https://[::1]', /^SMS_URL leads to/],
]
for (const [address, says] of addresses)
  test(`I10: a vendor’s address that could never be called is refused at the start: ${address}`, () => {
    assert.throws(
      () => readConfig({ ...good, SMS_URL: address }),
      (error: Error) => says.test(error.message) && !error.message.includes('hidden'),
    )
  })

test('I13: a lender’s own service at a private address is named by its origin', () => {
  const { privateServices } = readConfig({
    ...good,
    SMS_URL: 'http://10.1.2.3:9000',
    PRIVATE_SERVICES: 'http://10.1.2.3:9000, https://scoring.lender.internal:443',
  })
  assert.deepEqual(privateServices, ['http://10.1.2.3:9000', 'https://scoring.lender.internal'])
  assert.throws(() => readConfig({ ...good, PRIVATE_SERVICES: '10.0.0.0/8' }), {
    message: /^PRIVATE_SERVICES is to be/,
  })
  assert.throws(() => readConfig({ ...good, PRIVATE_SERVICES: 'http://10.1.2.3/path' }), {
    message: /^PRIVATE_SERVICES/,
  })
})

test('all that is wrong in the environment is named at once', () => {
  assert.throws(() => readConfig({ ...good, PORT: 'x', STOP_NOTICE: 'y' }), { message: /PORT .*; STOP_NOTICE / })
  assert.throws(() => readConfig({ ...good, PUBLIC_URL: undefined, BUREAU_PROVIDER: undefined }), {
    message: /PUBLIC_URL is not set.*; BUREAU_PROVIDER is not set/,
  })
})
