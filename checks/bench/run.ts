import { randomBytes } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import pg from 'pg'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { runServer } from '../e2e/server.ts'
import { findBrowser } from '../setup/browser.ts'
import { temporaryPostgres } from '../setup/postgres.ts'
import { backtests } from './backtest.ts'
import { growthOfClients } from './clients.ts'
import { exportBeside } from './exports.ts'
import { type Figure, holds, table } from './figures.ts'
import { idle } from './idle.ts'
import { growthOfLoans, night, storedLoans } from './loans.ts'
import { eventLoopDelay, largeUpload, memoryAfterWalk, warmUp } from './memory.ts'
import { onward } from './onward.ts'
import { passports } from './passports.ts'
import { coldPoll, growthOfPoll, openStocked, unchangedPoll } from './poll.ts'
import { growthOfQueue } from './queue.ts'
import { secondStart, stepSave } from './saves.ts'
import { screening } from './screening.ts'
import { firstScreen, steps } from './screens.ts'
import { storePeople } from './stored-people.ts'
import { liveStreams } from './streams.ts'
import { parallelWriters } from './writers.ts'

const few = 1000
const many = Number(process.env.STORED ?? 1_000_000)

const figures: Figure[] = []
const say = (line: string) => process.stderr.write(`${line}\n`)

/** Measures one thing and says at once how it went; a failure of one does not take the others along. */
async function measure(work: () => Promise<Figure | readonly Figure[]>): Promise<void> {
  try {
    const measured = [await work()].flat()
    figures.push(...measured)
    for (const figure of measured) say(`${holds(figure) ? 'holds ' : 'MISSED'} ${figure.what}`)
  } catch (error) {
    process.exitCode = 1
    say(`FAILED ${error instanceof Error ? error.message : error}`)
  }
}

async function newDatabase(server: string): Promise<string> {
  const name = `zayavka_bench_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function embedded(): Promise<void> {
  const server = await runServer({ lender: withLooseLimits })
  try {
    await measure(() => unchangedPoll('embedded', server))
    await measure(() => stepSave(server, null))
    await measure(() => largeUpload(server))
  } finally {
    await server.stop()
  }
  await measure(secondStart)
  await measure(() => memoryAfterWalk('embedded', {}, 450))
}

async function stocked(postgres: string): Promise<void> {
  const small = await openStocked(await newDatabase(postgres), few)
  say(`storing ${many} requests`)
  const large = await openStocked(await newDatabase(postgres), many)
  try {
    await measure(() => unchangedPoll('PostgreSQL', small.server))
    await measure(() => coldPoll(large.server, large.database, large.stored))
    await measure(() => stepSave(small.server, small.database))
    await measure(() => growthOfPoll(small, large))
    await measure(() => growthOfQueue(small, large))
    await measure(() => liveStreams(large))
    await measure(() => eventLoopDelay(small.server))
  } finally {
    await small.server.stop()
    await large.server.stop()
  }
  const DATABASE_URL = await newDatabase(postgres)
  await measure(() => memoryAfterWalk('PostgreSQL', { DATABASE_URL }, 180))
}

async function exported(postgres: string): Promise<void> {
  say(`storing ${many} requests`)
  const large = await openStocked(await newDatabase(postgres), many)
  await measure(() => exportBeside(large)).finally(() => large.server.stop())
}

async function overLoans(postgres: string, { loans, clients }: { loans: boolean; clients: boolean }): Promise<void> {
  const small = await storedLoans(postgres, few, loans)
  say(`storing ${many} people and loans`)
  const large = await storedLoans(postgres, many, loans)
  if (loans) {
    // The same night has gone over both when the office asks.
    await night(small)
    await measure(() => night(large))
    await measure(() => growthOfLoans(small, large))
  }
  if (clients) await measure(() => growthOfClients(small, large))
}

async function screened(postgres: string): Promise<void> {
  const { url, drop } = await migratedPostgres(postgres)
  say(`storing ${many} people`)
  await storePeople(url, many)
  await measure(() => screening(url, many))
  await drop()
}

async function main(): Promise<void> {
  const chosen = process.argv.slice(2)
  const wanted = (part: string) => chosen.length === 0 || chosen.includes(part)
  await warmUp()
  if (wanted('screens') || wanted('onward')) {
    const browser = findBrowser()
    if (browser.path !== null) {
      process.env.CHROMIUM_PATH = browser.path
      if (wanted('screens')) {
        await measure(firstScreen)
        await measure(steps)
      }
      if (wanted('onward')) await measure(onward)
    } else say(`the screens were not measured: ${browser.reason}`)
  }
  if (wanted('passports')) await measure(passports)
  if (wanted('embedded')) await embedded()
  if (wanted('idle')) await measure(idle)
  if (['postgres', 'writers', 'backtests', 'loans', 'clients', 'screening', 'exports'].some(wanted)) {
    const postgres = await temporaryPostgres()
    const { url } = postgres
    if (url === null) say(`PostgreSQL was not measured: ${postgres.reason}`)
    else
      try {
        if (wanted('postgres')) await stocked(url)
        if (wanted('writers')) await measure(() => parallelWriters(url))
        if (wanted('backtests')) await measure(() => backtests(url))
        const [loans, clients] = [wanted('loans'), wanted('clients')]
        if (loans || clients) await overLoans(url, { loans, clients })
        if (wanted('screening')) await screened(url)
        if (wanted('exports')) await exported(url)
      } finally {
        await postgres.stop()
      }
  }
  const load = loadavg()[0]?.toFixed(1)
  console.log(`${table(figures)}\n\n${cpus().length} cores, load ${load}, Node ${process.version}`)
  if (figures.some((figure) => !holds(figure))) process.exitCode = 1
}

await main()
