import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { buildApp } from '#server/app.ts'
import { type PrintedContent, plainText } from '#server/modules/documents/printing/content.ts'
import { type TestClock, testClock } from '#server/platform/clock.ts'
import { drawIds } from '#server/platform/ids.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import { emptyDatabase, testConfig } from '#server/testing/empty.ts'
import { demoLender } from '#server/testing/life.ts'
import type { Injected } from '#server/testing/product.ts'
import { chooseVendors } from '#server/vendors.ts'
import { seeded } from '../random.ts'
import type { Store } from './database.ts'
import { openGate } from './gate.ts'
import { simulatedJobs } from './jobs.ts'
import { type Outside, simulatedVendors } from './vendors.ts'

const folder = fileURLToPath(new URL('../../../config', import.meta.url))
const lender = demoLender()
const config = testConfig({ testCodes: { sms: undefined, email: undefined } })
const origin = 'http://127.0.0.1:8080'

export const staff = ['anna', 'boris'] as const
const staffToken = (name: string) => `${name}`.padEnd(43, '0')

/** Prints at once, and the same bytes for the same content. */
async function press(content: PrintedContent) {
  const text = plainText(content)
  const pdf = Buffer.from(
    `%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\n% ${Buffer.from(text).toString('base64')}\ntrailer <</Size 3 /Root 1 0 R /Info 2 0 R /ID [<00><00>]>>\nstartxref 9\n%%EOF`,
  )
  return { pdf, text, sha256: createHash('sha256').update(pdf).digest('hex') }
}

const hex = (random: () => number, length: number) =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')

/** An id in the shape of a UUID, out of a seed. */
const idFrom = (random: () => number) => () =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`

export interface Caller {
  readonly jar: Map<string, string>
  call(method: string, path: string, body?: unknown, key?: string): Promise<Injected>
}

/** One world for one walk: the database empty but for the staff, the clock at a working day's hour of the seed's choice. */
export async function openWorld(store: Store, seed: number) {
  const random = seeded(seed)
  const clock: TestClock = testClock(new Date(Date.UTC(2026, 2, 2, 6) + Math.floor(random() * 7 * 24 * 60) * 60_000))
  const began = clock.now().getTime()
  const ids = idFrom(seeded(seed ^ 0x5eed))
  drawIds(ids)
  const codes = seeded(seed ^ 0xc0de)
  const outside: Outside = {
    ledger: new Map(),
    inbox: [],
    taken: new Map(),
    calm: false,
    random: seeded(seed ^ 0xbad),
    clock,
  }
  await emptyDatabase(store.calm)
  await addStaff()

  async function addStaff(): Promise<void> {
    type Tables = { staff: Record<string, unknown>; staff_session: Record<string, unknown> }
    const db = store.calm.db.$extendTables<Tables>()
    const at = clock.now()
    await db
      .insertInto('staff')
      .values(
        // The administrator signs in never: a start asks for somebody who may manage the staff.
        [...staff, 'administrator'].map((id) => ({
          id,
          login: id,
          name: id,
          role: id === 'administrator' ? id : 'supervisor',
          password_hash: '',
          totp: Buffer.of(1),
          created_at: at,
        })),
      )
      .execute()
    await signInStaff()
  }

  /** Their sessions are over as often as time jumps; how staff signs in is another matter. */
  async function signInStaff(): Promise<void> {
    const db = store.calm.db.$extendTables<{ staff_session: Record<string, unknown> }>()
    await db.deleteFrom('staff_session').execute()
    const at = clock.now()
    const rows = staff.map((id) => ({
      id,
      staff_id: id,
      token_hash: createHash('sha256').update(staffToken(id)).digest(),
      created_at: at,
      seen_at: at,
    }))
    await db.insertInto('staff_session').values(rows).execute()
  }

  async function start() {
    const gate = openGate()
    const database = store.seenThrough(gate)
    const jobs = simulatedJobs(database.db, clock, gate)
    const broken: string[] = []
    const log = openLog({ clock, level: 'error', write: (line) => void broken.push(line) })
    const drawn = {
      digits: (length: number) => Array.from({ length }, () => Math.floor(codes() * 10)).join(''),
      token: () => hex(codes, 43),
    }
    const platform = await openPlatform(config, { clock, random: drawn, log, database, jobs })
    const vendors = { ...chooseVendors(platform), ...simulatedVendors(outside, gate) }
    const product = await buildApp(platform, lender, folder, vendors, press)
    return { gate, jobs, platform, product, broken }
  }

  let running = await start()
  let crashes = 0

  return {
    random,
    clock,
    outside,
    newId: ids,
    store,
    keys: running.platform.keys,
    signInStaff,
    crashes: () => crashes,
    now: () => clock.now().getTime() - began,
    process: () => running,

    /** After a death: a new process over the same database. */
    async restart(): Promise<void> {
      crashes += 1
      await running.product.app.close().catch(() => undefined)
      await running.platform.close().catch(() => undefined)
      running = await start()
    },

    caller(address: string, cookies: readonly [string, string][] = []): Caller {
      const jar = new Map(cookies)
      return {
        jar,
        async call(method, url, body, key) {
          const response = await running.product.app.inject({
            method: method as 'GET',
            url,
            remoteAddress: address,
            headers: {
              origin,
              host: '127.0.0.1:8080',
              cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...(key !== undefined && { 'idempotency-key': key }),
            },
            ...(body !== undefined && { payload: JSON.stringify(body) }),
          })
          const text = response.body
          // An answer of a process that died on the way never arrives, nor do its cookies.
          if (!running.gate.dead)
            for (const { name, value } of response.cookies) value === '' ? jar.delete(name) : jar.set(name, value)
          const json = String(response.headers['content-type'] ?? '').includes('application/json')
          return { status: response.statusCode, body: json && text ? JSON.parse(text) : null, headers: {}, text }
        },
      }
    },

    office: (name: (typeof staff)[number]) => [['__Host-zayavka-office', staffToken(name)]] as [string, string][],

    async close(): Promise<void> {
      await running.product.app.close()
      await running.platform.close()
      drawIds()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
