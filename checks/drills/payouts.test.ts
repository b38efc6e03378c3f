import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type demo from '#config/lender.json'
import type { OfficePayout } from '#contract/calls/office/payouts.ts'
import { validateLender } from '#contract/lender.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { type Answer, openClient } from '../e2e/client.ts'
import { staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { freePort } from '../setup/freePort.ts'
import { openContracts } from './contracts.ts'
import { journalVerdict } from './parts/aftermath.ts'
import { figures } from './parts/figures.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { openRail } from './rail.ts'
import { seeded } from './random.ts'
import { appKey } from './stored-requests.ts'

const payouts = Number(process.env.PAYOUTS ?? 40)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const faults = 0.3
const atOnce = 4

/** A dead worker's lease ends soon, so that the drill meets it often. */
const lender = (given: typeof demo) => ({
  ...given,
  durations: { ...given.durations, payoutLease: 'PT5S', payoutPoll: 'PT1S' },
  flow: { ...given.flow, payoutMethods: ['sbp'] },
})

const postgresHere = postgresOfFile()

const phoneOf = (n: number) => `9${String(160_000_000 + n)}`
/** A destination that ends in 1 is refused by its bank; the second choice never is. */
const destinationOf = (n: number, choice: number) =>
  `+79${choice}${String(n * 10 + (choice === 1 && n % 6 === 0 ? 1 : 2)).padStart(8, '0')}`
const amountOf = (n: number) => 3_000_00 + n * 500_00 - Math.floor(n / 50) * 50 * 500_00

type Accepted = { id: string; version: string }

interface Contract {
  readonly n: number
  readonly id: string
  readonly client: ReturnType<typeof openClient>
}

test(`drill 7: ${payouts} signed contracts, a rail with ${faults * 100} % faults, two servers killed at random: each paid once`, async (context) => {
  const postgres = postgresHere()
  if (postgres.url === null) return context.skip(postgres.reason)
  const database = await migratedPostgres(postgres.url)
  const random = seeded(seed)
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const rail = await openRail({ seed, faults, tell: urls })
  const env = {
    DATABASE_URL: database.url,
    APP_KEY: appKey,
    TRUSTED_PROXIES: '127.0.0.1',
    PAYOUT_PROVIDER: 'yookassa',
    PAYOUT_AGENT_ID: 'drill',
    PAYOUT_SECRET_KEY: 'not-a-real-key',
    PAYOUT_URL: rail.url,
  }
  const servers: Running[] = []
  for (const port of ports) servers.push(await runServer({ lender, env, port }))
  const checked = validateLender(lender((await import('#config/lender.json', { with: { type: 'json' } })).default))
  if (!checked.ok) throw new Error('the drill’s lender is wrong')
  const maker = await openContracts(env, checked.lender)

  const anyServer = () => urls[random() < 0.5 ? 0 : 1] ?? ''
  const supervisor = await staffSession(anyServer)

  /** Asks one server or the other until there is an answer, with the same key. */
  let retries = 0
  async function stubborn<A extends Pick<Answer, 'status' | 'body'>>(ask: () => Promise<A>): Promise<A> {
    for (;;) {
      const answer = await ask().catch(() => null)
      if (answer && answer.status < 500 && !/in_flight/.test(JSON.stringify(answer.body))) return answer
      retries += 1
      await pause(50 + random() * 150)
    }
  }

  /** Null when a code's answer was lost with the server: the next borrower comes instead of waiting a minute for another code. */
  async function sign(n: number): Promise<Contract | null> {
    const client = openClient(anyServer)
    const from = { 'x-forwarded-for': `198.51.${Math.floor(n / 200)}.${(n % 200) + 1}` }
    const call = (method: string, path: string, body?: unknown, headers = {}) =>
      stubborn(() => client.call(method, path, body, { ...from, ...headers }))
    const phone = phoneOf(n)
    await call('POST', '/service/auth/codes', { phone })
    const session = { phone, code: '111111' }
    const { body: asked } = await call('POST', '/service/auth/session', session)
    const documents = (asked as { error?: { details?: { documents?: Accepted[] } } } | null)?.error?.details?.documents
    const accepted = documents?.map(({ id, version }) => ({ id, version }))
    if (!accepted || (await call('POST', '/service/auth/session', { ...session, accepted })).status !== 200) return null
    const id = await maker.offer(phone, amountOf(n), destinationOf(n, 1))
    const path = `/service/requests/${id}`
    const { version } = ((await call('GET', path)).body as { request: { version: number } }).request
    const frozen = await call('POST', `${path}/codes`, { purpose: 'contract', version })
    if (frozen.status === 429) return null
    const body = { code: '111111', package: (frozen.body as { package: string }).package, version }
    const signed = await call('POST', `${path}/offer/sign`, body, client.keyed())
    assert.equal(signed.status, 200, signed.text)
    return { n, id, client }
  }

  /** Names another destination, as a borrower whose transfer came back does. */
  async function redirect({ n, id, client }: Contract): Promise<void> {
    const path = `/service/requests/${id}`
    const raw = { way: 'sbp', bankName: 'Т-Банк', bankId: '100000000004', phone: destinationOf(n, 2) }
    const answer = await stubborn(() => client.call('PUT', `${path}/steps/32`, { revision: 0, raw }))
    assert.ok(answer.status === 200 || answer.status === 409, answer.text)
  }

  let going = true
  let kills = 0
  /** Who had to wait a minute for another code. */
  let waiting = 0
  async function killing(): Promise<void> {
    while (going) {
      await pause(700 + random() * 1500)
      const server = servers[random() < 0.5 ? 0 : 1]
      if (!going || !server) return
      await server.kill()
      kills += 1
      await server.restart()
    }
  }

  async function allPayouts(): Promise<OfficePayout[]> {
    const found: OfficePayout[] = []
    for (let after = ''; ; ) {
      const query = after ? `?after=${encodeURIComponent(after)}` : ''
      const { body } = await stubborn(() => supervisor.call('GET', `/service/office/payouts${query}`))
      const { items, next } = body as { items: OfficePayout[]; next?: string }
      found.push(...items)
      if (!next) return found
      after = next
    }
  }

  const started = performance.now()
  const killer = killing()
  const contracts: Contract[] = []
  try {
    let next = 0
    const signing = Array.from({ length: atOnce }, async () => {
      while (next - waiting < payouts) {
        const contract = await sign(next++)
        if (contract) contracts.push(contract)
        else waiting += 1
      }
    })
    const borrowers = Promise.all(signing)
    borrowers.catch(() => {})
    const redirected = new Set<string>()
    let retried = 0
    let open = payouts
    const end = Date.now() + 60_000 + payouts * 1500
    while (open > 0) {
      if (Date.now() > end)
        throw new Error(`seed ${seed}: ${open} payouts did not settle: ${servers[0]?.output().slice(-3000)}`)
      await pause(1000)
      const list = await allPayouts()
      const succeeded = list.filter(({ state }) => state === 'succeeded').length
      for (const { requestId } of list.filter(({ state }) => state === 'cancelled')) {
        const contract = contracts.find(({ id }) => id === requestId)
        if (!contract) continue
        redirected.add(requestId)
        await redirect(contract)
      }
      for (const { id } of list.filter(({ state }) => state === 'refused')) {
        retried += 1
        await stubborn(() => supervisor.call('POST', `/service/office/payouts/${id}/retry`))
      }
      open = payouts - succeeded
      await Promise.race([borrowers, pause(0)])
    }
    await borrowers
    assert.equal(contracts.length, payouts)
    const seconds = (performance.now() - started) / 1000
    going = false
    await killer

    const { ledger, calls, counted } = await rail.books()
    const faulty = Object.entries(counted).reduce((sum, [how, times]) => sum + (how === 'well' ? 0 : times), 0)
    const lost: string[] = []
    let doubled = 0
    for (const { n, id, client } of contracts) {
      const own = new Set([destinationOf(n, 1), destinationOf(n, 2)].map((phone) => phone.slice(1)))
      const transfers = ledger.filter(({ destination }) => own.has(destination))
      const paid = transfers.filter(({ status }) => status === 'succeeded')
      doubled += Math.max(0, paid.length - 1)
      const whole = paid.filter(
        ({ value, recipient }) => value === (amountOf(n) / 100).toFixed(2) && recipient === 'Выдумкина',
      )
      if (whole.length === 0) lost.push(`contract ${n}: ${JSON.stringify(paid)}`)
      assert.ok(transfers.every(({ status }) => status !== 'pending'))
      const { request } = (await stubborn(() => client.call('GET', `/service/requests/${id}`))).body as {
        request: { status: number; loan?: { state: string }; payout?: { state: string } }
      }
      assert.deepEqual([request.status, request.loan?.state, request.payout?.state], [5, 'running', 'succeeded'])
    }
    const whole = ledger.filter(({ status }) => status === 'succeeded')
    doubled += Math.max(0, whole.length - payouts)
    const verdict = await journalVerdict(env)
    figures(context, {
      drill: 7,
      fault: 'the rail answers late, wrong, with 500 or 429, or not at all; kill -9 of servers',
      database: 'PostgreSQL',
      load: `${payouts} payouts`,
      injected: kills + faulty,
      acknowledged: contracts.length,
      lost: lost.length,
      doubled,
      seed,
      note:
        `${kills} kills, ${faulty} of ${calls} calls answered badly (${JSON.stringify(counted)}), ${redirected.size} to a second destination, ` +
        `${retried} taken up again by a supervisor, ${retries} calls asked again, ${seconds.toFixed(0)} s; ${verdict}`,
    })
    assert.deepEqual(lost, [], `seed ${seed}`)
    assert.equal(doubled, 0, `seed ${seed}: paid twice`)
    assert.equal(whole.length, payouts, `seed ${seed}: the rail’s whole ledger`)
  } finally {
    going = false
    await killer
    rail.stop()
    await Promise.all(servers.map((server) => server.stop().catch(() => {})))
    await maker.close()
    await database.drop()
  }
})
