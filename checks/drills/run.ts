import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../setup/browser.ts'
import { temporaryPostgres } from '../setup/postgres.ts'
import { drillOf, heading } from './parts/figures.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The sizes the drills ask for; `npm test` runs each in a short form. The environment may ask for other ones. */
const full = {
  AWAY: '30',
  CROWD: '50',
  SECONDS: '50',
  STOPS: '10',
  SLOW: '1000',
  OVERLOAD: '30',
  MIGRATION_KILLS: '50',
  PEOPLE: '50',
  RESTARTS: '20',
  RATE: '200',
  WALKS: '500',
  KILLS: '200',
  PAYOUTS: '500',
  STORED: '100000',
  DECISIONS: '1000',
  UPLOADS: '100',
  PHOTOS: '20',
  BACKUP_CLIENTS: '50',
  FOREIGN: '1',
  ROTATION_CLIENTS: '20',
  ROTATION_KILLS: '10',
  FLIPS: '100',
  SIMULATED: '10000',
  HITS: '50',
  RELAYED: '2000',
  RELAY_KILLS: '200',
  CALLBACKS: '500',
  PAIRS: '200',
  LOGINS: '200',
  MESSAGES: '2000',
  HANGING: '100',
  DEPTH: '6',
  VERSION_WALKS: '20',
  INDEXED: '1000000',
  EVENTS: '1000000',
}

const elsewhere = [
  'checks/security/abuse.test.ts',
  'checks/capture/uploads.test.ts',
  'checks/capture/memory.test.ts',
  'server/modules/decisions/replays.test.ts',
]

/** `node checks/drills/run.ts [word…]` runs the drills whose file names hold one of the words, all without any. */
async function main(): Promise<void> {
  const words = process.argv.slice(2)
  for (const [name, value] of Object.entries(full)) process.env[name] ??= value
  const browser = findBrowser()
  if (browser.path !== null) process.env.CHROMIUM_PATH = browser.path
  else console.log(`The drills in a browser cannot run: ${browser.reason}`)
  const postgres = await temporaryPostgres()
  if (postgres.url !== null) process.env.TEST_DATABASE_URL = postgres.url
  else console.log(`Nothing runs on PostgreSQL: ${postgres.reason}`)
  const own = readdirSync(join(root, 'checks/drills')).filter((file) => file.endsWith('.test.ts'))
  const files = [...own.map((file) => `checks/drills/${file}`), ...elsewhere].filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  )
  const lines: string[] = []
  const said: string[] = []
  const failed: string[] = []
  try {
    const stream = run({ files: files.map((file) => join(root, file)), concurrency: 1, cwd: root })
    stream.on('test:diagnostic', ({ message, level }) => {
      if (drillOf(message)) lines.push(message)
      else if (level === 'info' && !/^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(message))
        said.push(message)
    })
    stream.on('test:pass', ({ name, details }) => {
      if (details.type !== 'suite') console.log(`ok      ${name}`)
    })
    stream.on('test:fail', ({ name, details }) => {
      if (details.type === 'suite') return
      failed.push(name)
      console.log(`FAILED  ${name}\n${details.error.message}`)
    })
    for await (const _ of stream);
  } finally {
    await postgres.stop()
  }
  lines.sort((a, b) => (drillOf(a) ?? 0) - (drillOf(b) ?? 0))
  console.log(`\n${heading}\n${heading.replace(/[^|]+/g, ' --- ')}\n${[...new Set(lines)].join('\n')}\n`)
  for (const line of new Set(said)) console.log(line)
  console.log(`${failed.length} failed`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

await main()
