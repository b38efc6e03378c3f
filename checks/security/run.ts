import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../setup/browser.ts'
import { temporaryPostgres } from '../setup/postgres.ts'
import { type Row, rows } from './rows.ts'
import { securityTable } from './table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Ran {
  readonly file: string
  readonly title: string
  readonly verdict: 'passed' | 'failed' | 'skipped'
}

interface Results {
  readonly ran: readonly Ran[]
  /** Figures the tests said of themselves, each beginning with its row. */
  readonly said: readonly string[]
}

/** More of everything than `npm test` has time for; the environment may ask for more still (FUZZ=100000, MUTATIONS=100000, PAYLOAD_WALKS=113). */
const fuller = {
  FUZZ: '20000',
  SLOW: '1000',
  TRIES: '200',
  PAYLOAD_ROUNDS: '113',
  PAYLOAD_WALKS: '12',
  MUTATIONS: '20000',
}

/** Runs the test files, `atOnce` at a time, and gathers what each test came to. */
async function runFiles(files: readonly string[], atOnce: number): Promise<Results> {
  const ran: Ran[] = []
  const said: string[] = []
  async function runOne(file: string): Promise<void> {
    const stream = run({ files: [join(root, file)], cwd: root })
    // A suite made for both databases names the file it is made in: a file by itself is known.
    const note = (verdict: 'passed' | 'failed') => (data: { name: string; skip?: boolean | string }) => {
      ran.push({ file, title: data.name, verdict: data.skip ? 'skipped' : verdict })
    }
    stream.on('test:pass', note('passed'))
    stream.on('test:fail', note('failed'))
    stream.on('test:diagnostic', ({ message }) => said.push(message))
    for await (const _ of stream);
  }
  const waiting = [...files]
  const runner = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await runOne(file)
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
  return { ran, said }
}

/** What a row comes to: each of its proofs must have run and passed, wherever it ran. */
function verdictOf(row: Row, { ran, said }: Results): { ok: boolean; word: string; figure: string } {
  const missing: string[] = []
  let passed = 0
  for (const [file, title] of row.proofs) {
    const found = ran.filter((test) => test.file === file && test.title.includes(title) && test.verdict !== 'skipped')
    const failed = found.find(({ verdict }) => verdict === 'failed')
    if (found.length === 0) missing.push(`did not run: ${title}`)
    else if (failed) missing.push(`failed: ${failed.title}`)
    else passed += found.length
  }
  const figures = said
    .filter((text) => text.startsWith(`${row.id}:`))
    .map((text) => text.slice(row.id.length + 1).trim())
  if (missing.length > 0) return { ok: false, word: 'FAILS', figure: missing.join('; ') }
  const figure = [`${passed} ${passed === 1 ? 'test' : 'tests'} passed`, ...figures].join('; ')
  return row.lacks
    ? { ok: true, word: 'partly', figure: `${figure}; lacks: ${row.lacks}` }
    : { ok: true, word: 'holds', figure }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--table')) {
    writeFileSync(join(root, 'docs/security.md'), securityTable())
    return
  }
  const chosen =
    args.length > 0
      ? rows.filter(({ id }) => args.some((arg) => id === arg || (id.startsWith(`${arg}`) && arg.length === 1)))
      : rows
  for (const [name, value] of Object.entries(fuller)) process.env[name] ??= value
  const browser = findBrowser()
  if (browser.path !== null) process.env.CHROMIUM_PATH = browser.path
  else console.log(`The browser's rows cannot run: ${browser.reason}`)
  const postgres = await temporaryPostgres()
  if (postgres.url !== null) process.env.TEST_DATABASE_URL = postgres.url
  else console.log(`Nothing runs on PostgreSQL: ${postgres.reason}`)
  try {
    const files = [...new Set(chosen.flatMap(({ proofs }) => proofs.map(([file]) => file)))].sort()
    const results = await runFiles(files, 2)
    let failed = 0
    for (const row of chosen) {
      const { ok, word, figure } = verdictOf(row, results)
      if (!ok) failed += 1
      console.log(`${row.id.padEnd(4)} ${word.padEnd(7)} ${figure}`)
    }
    console.log(`${chosen.length} rows, ${failed} failing`)
    process.exitCode = failed > 0 ? 1 : 0
  } finally {
    await postgres.stop()
  }
}

await main()
