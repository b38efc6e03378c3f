import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { figures } from './parts/figures.ts'
import { trustsUs } from './parts/ground.ts'
import { look } from './parts/look.ts'
import type { Staff } from './walk/finish.ts'
import { type Walked, walk } from './walk/walk.ts'

/** WALKS=500 for the drill; SEED repeats one; FAULTS=20 goes on after so many faults. */
const walks = Number(process.env.WALKS ?? 6)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const faultsAllowed = Number(process.env.FAULTS ?? 0)
const atOnce = Number(process.env.AT_ONCE ?? 3)

interface Ground {
  readonly server: Running
  readonly staff: Staff
}

const grounds = new Map<string, Promise<Ground>>()
let browser: Browser

async function open(): Promise<Ground> {
  const server = await runServer({ env: trustsUs })
  return { server, staff: await staffSession(server.url) }
}

/** A reviewer may open 120 requests an hour: each hundred of walks has a server and a reviewer of its own. */
function ground(kind: 'calm' | 'rough', number: number): Promise<Ground> {
  const name = `${kind} ${Math.floor(number / 100)}`
  const known = grounds.get(name) ?? open()
  grounds.set(name, known)
  return known
}

let people = 0

/** The walk that is walked once more, and what was done on it the first time. */
const repeated = 2
let log: readonly string[] = []

before(async () => {
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  for (const { server } of await Promise.all(grounds.values())) await server.stop()
})

/** Every tenth walk has a server of its own that dies, another tenth goes all the way, the others a stretch of it. */
async function one(number: number): Promise<Walked> {
  people += 1
  const person = people
  const kills = number % 10 === 1
  const { server, staff } = await ground(kills ? 'rough' : 'calm', number)
  return walk({ server, staff, browser, seed: seed + number, person, kills, whole: number % 10 === 0 })
}

describe('random walks over the filling', () => {
  test(`${walks} walks: nothing typed is lost, nothing is sent twice, no screen is a trap, the office reads what was typed`, async (context) => {
    const faults: string[] = []
    const done: Walked[] = []
    const turns = Array.from({ length: walks }, (_, number) => number)
    // The server that dies has one walk at a time.
    const lines = [turns.filter((n) => n % 10 === 1), turns.filter((n) => n % 10 !== 1)]
    const go = async (line: number[]) => {
      for (let number = line.shift(); number !== undefined; number = line.shift()) {
        try {
          const walked = await one(number)
          done.push(walked)
          if (number === repeated) log = walked.log
        } catch (error) {
          faults.push((error as Error).message)
          console.error((error as Error).message)
          if (faults.length > faultsAllowed) return
        }
        if (done.length % 25 === 0) console.error(`${done.length} walks, ${faults.length} faults`)
      }
    }
    await Promise.all([go(lines[0] ?? []), ...Array.from({ length: atOnce }, () => go(lines[1] ?? []))])
    const actions = done.map(({ log }) => log.length).sort((a, b) => a - b)
    const seconds = done.map((walked) => walked.seconds).sort((a, b) => a - b)
    context.diagnostic(
      `seed ${seed}: ${done.length} walks, ${actions.reduce((sum, n) => sum + n, 0)} actions (median ${actions[actions.length >> 1]} a walk, ` +
        `${seconds[seconds.length >> 1]?.toFixed(1)} s), at worst ${Math.max(...done.map(({ lost }) => lost))} ms of typing lost, ${faults.length} faults`,
    )
    let doubled = 0
    for (const { server } of await Promise.all(grounds.values())) {
      await server.end()
      doubled += (await look({ DATA_DIR: server.dataDir })).doubled
      await server.restart()
    }
    const disturbed = /^\d+ (reload|tab dies|the tab dies|back|link|offline|kill)/
    figures(context, {
      drill: 11,
      fault: 'network off and on, reload, a tab that dies, Back, links elsewhere, the server killed',
      database: 'embedded',
      load: `${done.length} walks in a browser`,
      injected: done.reduce((sum, walked) => sum + walked.log.filter((line) => disturbed.test(line)).length, 0),
      acknowledged: actions.reduce((sum, n) => sum + n, 0),
      lost: faults.length,
      doubled,
      seed,
      note: `at worst ${Math.max(0, ...done.map((walked) => walked.lost))} ms of typing lost`,
    })
    assert.deepEqual(faults, [])
    assert.equal(doubled, 0)
  })

  test('the same seed repeats the walk', async () => {
    assert.ok(log.length > 0, 'the walk to repeat was not walked')
    // Another person's address, the rest of the walk is the same.
    const same = (lines: readonly string[]) => lines.map((line) => line.replace(/walk\d+@/, 'walk@'))
    assert.deepEqual(same((await one(repeated)).log), same(log))
  })
})
