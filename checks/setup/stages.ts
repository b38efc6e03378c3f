import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { packageCounts } from '../security/licences.ts'
import { findBrowser, findShell } from './browser.ts'
import { fileLengths } from './lengths.ts'
import { temporaryPostgres } from './postgres.ts'
import { check, type Outcome, oneProcess, root, tests } from './testing.ts'

/** The run repeats itself; `npm run drills`, and a file by itself, draw a new seed and print it. */
const seed = '20261121'

function testFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .sort()
}

const inFolders = (folders: string[], pattern: RegExp) => folders.flatMap((folder) => testFiles(folder, pattern))

export const rooms = ['contract', 'steps', 'ui', 'client', 'office', 'server', 'checks', 'config']

export interface Stage {
  readonly outcomes: readonly Outcome[]
  /** What could not be run here, and why. */
  readonly notRun: readonly string[]
}

async function inStatic(): Promise<Stage> {
  const together = (...checks: readonly Parameters<typeof check>[]) => Promise.all(checks.map((one) => check(...one)))
  const outcomes = [
    ...(await together(
      ['types of server, contract and checks', 'tsc', ['-p', 'tsconfig.node.json']],
      ['types of the apps', 'tsc', ['-p', 'tsconfig.browser.json']],
    )),
    ...(await together(['lint and format', 'biome', ['ci', '--error-on-warnings', '.']])),
    ...(await together(
      ['who may know whom', 'depcruise', [...rooms, '--config', 'checks/rules/boundaries.cjs']],
      ['cycles and SQL in stores', 'depcruise', [...rooms, '--config', 'checks/rules/runtime.cjs']],
      ['unused code', 'knip', []],
    )),
  ]
  console.log(`        ${fileLengths(root)}`)
  console.log(`        ${packageCounts()}`)
  return { outcomes, notRun: [] }
}

async function inUnit(): Promise<Stage> {
  const files = inFolders(['contract', 'steps', 'ui', 'client', 'office'], /\.test\.tsx?$/)
  return {
    outcomes: [await tests('units: contract, steps, ui, client, office', files, { args: [oneProcess] })],
    notRun: [],
  }
}

/** `files`: of the server's tests only these. */
export async function inServer(files = testFiles('server', /\.test\.ts$/)): Promise<Stage> {
  const postgres = await temporaryPostgres()
  const env = { SEED: process.env.SEED ?? seed, ...(postgres.url && { TEST_DATABASE_URL: postgres.url }) }
  try {
    const outcome = await tests('server on both databases', files, {
      args: [oneProcess],
      env,
      again: true,
      shares: { atOnce: 2, files: 20 },
    })
    const why = postgres.url === null && `The PostgreSQL half of the server tests did not run: ${postgres.reason}`
    return { outcomes: [outcome], notRun: why ? [why] : [] }
  } finally {
    await postgres.stop()
  }
}

/** `files`: of the tests of the whole product only these. */
export async function inBrowser(files = testFiles('checks', /\.test\.ts$/)): Promise<Stage> {
  const browser = findBrowser()
  if (browser.path === null) return { outcomes: [], notRun: [`The browser tests did not run: ${browser.reason}`] }
  const shell = findShell(browser.path)
  const env = {
    CHROMIUM_PATH: browser.path,
    ...(shell && { CHROMIUM_SHELL: shell }),
    SEED: process.env.SEED ?? seed,
  }
  const outcome = await tests('browser and whole product', files, { args: ['--test-concurrency=3'], env, again: true })
  return { outcomes: [outcome], notRun: [] }
}

/** The stages of `npm test`, in their order. */
export const stages = { static: inStatic, unit: inUnit, server: () => inServer(), browser: () => inBrowser() } as const

/** Says what was not run and what failed, ends with the sum, and sets the exit code. */
export function conclude(ran: readonly Stage[]): void {
  const outcomes = ran.flatMap((stage) => stage.outcomes)
  const sum = (what: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[what], 0)
  for (const line of ran.flatMap((stage) => stage.notRun)) console.log(line)
  for (const { failed, wrong } of outcomes) if (failed > 0) for (const line of wrong) console.log(`        ${line}`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || outcomes.length === 0 ? 1 : 0
}
