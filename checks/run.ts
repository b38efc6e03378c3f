import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageCounts } from './security/licences.ts'
import { findBrowser } from './setup/browser.ts'
import { fileLengths } from './setup/lengths.ts'
import { temporaryPostgres } from './setup/postgres.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Outcome {
  name: string
  passed: number
  failed: number
  output: string
  seconds: number
  /** What went wrong, a line for each test. */
  wrong: readonly string[]
}

function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (bytes: Buffer) => {
      output += bytes.toString('utf8')
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

async function timed(
  name: string,
  work: () => Promise<Omit<Outcome, 'name' | 'seconds' | 'wrong'> & { wrong?: readonly string[] }>,
): Promise<Outcome> {
  const started = performance.now()
  const outcome = { name, wrong: [name], ...(await work()), seconds: (performance.now() - started) / 1000 }
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok'
  console.log(
    `${verdict.padEnd(7)} ${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.seconds.toFixed(1)} s`,
  )
  if (outcome.failed > 0) console.log(outcome.output.slice(-12_000))
  return outcome
}

/** A check that is one verdict. */
const check = (name: string, command: string, args: string[]) =>
  timed(name, async () => {
    const { code, output } = await run(command, args)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output }
  })

const counted = (output: string, what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0)

/** Only what went wrong: the lines of a TAP report around each failure. */
function failures(output: string): string {
  const blocks = output.split(/^(?=\s*(?:not )?ok \d+ - )/m)
  return (
    blocks
      .filter((block) => /^\s*not ok/.test(block))
      .join('')
      .slice(-12_000) || output.slice(-4000)
  )
}

/** A test that failed, in one line: its place, its title, the first line of its error. */
const oneLine = (output: string) =>
  output.split(/^(?=\s*(?:not )?ok \d+ - )/m).flatMap((block) => {
    const title = /^\s*not ok \d+ - (.+)/.exec(block)?.[1]
    if (!title || /type: 'suite'|failureType: 'subtestsFailed'/.test(block)) return []
    const place = /location: '(.+)'/.exec(block)?.[1]?.replace(root, '') ?? ''
    const error = /^\s*error: (?:\|-\s*)?'?(.+)/m.exec(block)?.[1] ?? ''
    return [`${place} ${title}: ${error.slice(0, 200)}`]
  })

/** The files of the tests that failed. */
const failedFiles = (output: string) => [
  ...new Set(
    output
      .split(/^(?=\s*(?:not )?ok \d+ - )/m)
      .filter((block) => /^\s*not ok/.test(block))
      .flatMap((block) => /location: '(.+?):\d+:\d+'/.exec(block)?.[1] ?? []),
  ),
]

/** At so many the machine is not to blame. */
const mostTriedAgain = 2
/** What injects faults by chance: a failure there is a finding, also when it does not come twice. */
const findsFaults = /\/checks\/(drills|security)\//

const counters = /^(Subtest|tests|suites|pass|fail|cancelled|skipped|todo|duration_ms)\b/

/** Figures the tests said of themselves. */
const said = (output: string) =>
  output.split('\n').flatMap((line) => {
    const text = /^\s*# (.+)$/.exec(line)?.[1]
    return text && !counters.test(text) ? [`        ${text}`] : []
  })

/** Test files under the runner of Node; how many ran is read from its own report. */
const tests = (
  name: string,
  files: string[],
  args: string[] = [],
  env: Record<string, string> = {},
  { again = false } = {},
) =>
  timed(name, async () => {
    if (files.length === 0) return { passed: 0, failed: 1, output: 'no test files were found' }
    const ran = async (some: string[]) => {
      const { code, output } = await run('node', ['--test', '--test-reporter=tap', ...args, ...some], env)
      const failed = counted(output, 'fail') + counted(output, 'cancelled')
      return { output, passed: counted(output, 'pass'), failed: code === 0 || failed > 0 ? failed : 1 }
    }
    const first = await ran(files)
    for (const line of said(first.output)) console.log(line)
    const retried = first.failed > 0 && again ? failedFiles(first.output) : []
    if (retried.length === 0 || retried.length > mostTriedAgain || retried.some((file) => findsFaults.test(file)))
      return { ...first, output: failures(first.output), wrong: oneLine(first.output) }
    // A browser on a busy machine: what fails is run once more by itself, and says so.
    for (const line of oneLine(first.output)) console.log(`        tried again: ${line}`)
    const second = await ran(retried)
    return {
      passed: first.passed + Math.max(0, first.failed - second.failed),
      failed: second.failed,
      output: failures(second.output),
      wrong: oneLine(second.output),
    }
  })

/** The run repeats itself; `npm run drills`, and a file by itself, draw a new seed and print it. */
const seed = '20261121'

function testFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .sort()
}

const inFolders = (folders: string[], pattern: RegExp) => folders.flatMap((folder) => testFiles(folder, pattern))

async function main(): Promise<void> {
  const chosen = process.argv.slice(2)
  const wanted = (stage: string) => chosen.length === 0 || chosen.includes(stage)
  const outcomes: Outcome[] = []
  const notRun: string[] = []

  if (wanted('static')) {
    outcomes.push(
      ...(await Promise.all([
        check('types of server, contract and checks', 'tsc', ['-p', 'tsconfig.node.json']),
        check('types of the apps', 'tsc', ['-p', 'tsconfig.browser.json']),
      ])),
      await check('lint and format', 'biome', ['ci', '--error-on-warnings', '.']),
      await check('who may know whom', 'depcruise', [...rooms, '--config', 'checks/rules/boundaries.cjs']),
      await check('cycles and SQL in stores', 'depcruise', [...rooms, '--config', 'checks/rules/runtime.cjs']),
      await check('unused code', 'knip', []),
    )
    console.log(`        ${fileLengths(root)}`)
    console.log(`        ${packageCounts()}`)
  }
  if (wanted('unit')) {
    const files = inFolders(['contract', 'steps', 'ui', 'client', 'office'], /\.test\.tsx?$/)
    outcomes.push(await tests('units: contract, steps, ui, client, office', files, ['--test-isolation=none']))
  }
  if (wanted('server')) {
    const postgres = await temporaryPostgres()
    if (postgres.url === null) notRun.push(`The PostgreSQL half of the server tests did not run: ${postgres.reason}`)
    const env: Record<string, string> = postgres.url ? { TEST_DATABASE_URL: postgres.url } : {}
    try {
      outcomes.push(
        await tests('server on both databases', testFiles('server', /\.test\.ts$/), ['--test-concurrency=2'], env),
      )
    } finally {
      await postgres.stop()
    }
  }
  if (wanted('browser')) {
    const browser = findBrowser()
    if (browser.path !== null) {
      const env = { CHROMIUM_PATH: browser.path, SEED: process.env.SEED ?? seed }
      outcomes.push(
        await tests('browser and whole product', testFiles('checks', /\.test\.ts$/), ['--test-concurrency=2'], env, {
          again: true,
        }),
      )
    } else notRun.push(`The browser tests did not run: ${browser.reason}`)
  }

  const sum = (what: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[what], 0)
  for (const line of notRun) console.log(line)
  for (const { failed, wrong } of outcomes) if (failed > 0) for (const line of wrong) console.log(`        ${line}`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || outcomes.length === 0 ? 1 : 0
}

const rooms = ['contract', 'steps', 'ui', 'client', 'office', 'server', 'checks', 'config']

await main()
