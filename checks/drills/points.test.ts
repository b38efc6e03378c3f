import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { LoanView } from '#contract/calls/loans.ts'
import type { PaymentView } from '#contract/calls/payments.ts'
import { crashPoints } from '#server/platform/crash.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { demoLender } from '#server/testing/life.ts'
import { openTus } from '../capture/tus.ts'
import { openClient } from '../e2e/client.ts'
import { pagePhoto } from '../e2e/evidence.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { openContracts } from './contracts.ts'
import { checked, type Transfer } from './parts/checker.ts'
import { doubledIn } from './parts/doubled.ts'
import { figures } from './parts/figures.ts'
import { trustsUs } from './parts/ground.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { stubbornly } from './parts/stubborn.ts'
import { appKey } from './stored-requests.ts'

/** HITS=50 for the drill: how often each point is died at. */
const hits = Number(process.env.HITS ?? 1)
/** Made by the drill itself, which sends nothing. */
const unsent = ['offer']

const postgresHere = postgresOfFile()
let server: Running | undefined
after(() => server?.stop())

interface Told {
  readonly requestId: string
  /** Files said to be kept, by their SHA-256. */
  readonly files: readonly { id: string; sha256: string }[]
  readonly client: ReturnType<typeof openClient>
}

test(`drills 2 and 13: SIGKILL at each of ${crashPoints.length} points ${hits}×: nothing acknowledged is lost, nothing is torn`, async (context) => {
  const postgres = postgresHere()
  if (postgres.url === null) return context.skip(postgres.reason)
  const database = await migratedPostgres(postgres.url)
  const env = { DATABASE_URL: database.url, APP_KEY: appKey, ...trustsUs }
  // A dead worker's lease ends soon, so that nobody waits long for it.
  const running = await runServer({
    env,
    lender: (lender) => ({ ...lender, durations: { ...lender.durations, payoutLease: 'PT3S', payoutPoll: 'PT1S' } }),
  })
  server = running
  const maker = await openContracts({ ...env, DATA_DIR: running.dataDir }, demoLender())
  const told: Told[] = []
  const reached = new Map<string, number>()
  const readyMs: number[] = []
  let asked = 0
  let acknowledged = 0
  let people = 0

  /** Whoever waits for an answer asks again; a dead server is started again, the next time without a point to die at. */
  const again = async () => {
    if (!running.died()) return
    readyMs.push(await running.restart())
  }
  const stubborn = stubbornly({
    again,
    asked: () => {
      asked += 1
    },
  })

  /** One borrower: signs up, types, sends a photo, signs a contract, is paid. Null: a code was lost with the server, the next takes a minute. */
  async function life(): Promise<Told | null> {
    people += 1
    const phone = `916${String(4_000_000 + people)}`
    const from = { 'x-forwarded-for': `198.51.100.${people % 250}` }
    const client = openClient(running.url, from)
    const call = async (method: string, path: string, body?: unknown, headers = {}) => {
      const answer = await stubborn(() => client.call(method, path, body, headers))
      if (method !== 'GET' && answer.status < 300) acknowledged += 1
      return answer
    }
    const waits = await stubborn(() =>
      client.signUp(phone).then(
        () => ({ status: 200, text: '' }),
        (error: Error) => ({ status: /429/.test(error.message) ? 429 : 503, text: error.message }),
      ),
    )
    if (waits.status === 429) return null
    const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday', promo: '' }
    const created = await call('POST', '/service/requests', { raw }, client.keyed())
    const requestId = (created.body as { _id: string })._id
    await call('PUT', `/service/requests/${requestId}/steps/10/draft`, { revision: 0, patch: { surname: 'Проба' } })
    const sha256 = await photo(client, requestId)
    await maker.approve(requestId, 5_000_00 + people * 100_00, `+79${String(people).padStart(7, '0')}55`)
    const path = `/service/requests/${requestId}`
    const detail = async () =>
      (await call('GET', path)).body as { request: { version: number; status: number; payout?: { state: string } } }
    const frozen = await call('POST', `${path}/codes`, {
      purpose: 'contract',
      version: (await detail()).request.version,
    })
    if (frozen.status === 429) return null
    assert.equal(frozen.status, 202, frozen.text)
    const { package: packageId } = frozen.body as { package: string }
    const body = { code: '111111', package: packageId, version: (await detail()).request.version }
    const signed = await call('POST', `${path}/offer/sign`, body, client.keyed())
    assert.equal(signed.status, 200, signed.text)
    const end = Date.now() + 60_000
    while ((await detail()).request.status !== 5) {
      if (Date.now() > end) throw new Error(`the payout of ${requestId} did not end`)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await again()
    }
    await payment()
    return { requestId, files: [sha256], client }

    /** A part is paid inside the product, on the demo's page, and is on the loan once. */
    async function payment() {
      const loan = async () => ((await call('GET', '/service/loans')).body as { loans: LoanView[] }).loans[0]!
      const { id } = await loan()
      const asked = { purpose: 'sum', amount: 100_000, way: 'card' }
      const begun = await call('POST', `/service/loans/${id}/payments`, asked, client.keyed())
      assert.equal(begun.status, 201, begun.text)
      const begunId = (begun.body as PaymentView).id
      const reached = async (what: (payment: PaymentView) => boolean) => {
        const end = Date.now() + 60_000
        for (;;) {
          const found = (await call('GET', `/service/payments/${begunId}`)).body as PaymentView
          if (what(found)) return found
          if (Date.now() > end) throw new Error(`the payment ${begunId} stayed ${found.state}`)
          await new Promise((resolve) => setTimeout(resolve, 200))
          await again()
        }
      }
      const { link } = await reached((one) => one.link !== null)
      const means = { method: 'POST', body: new URLSearchParams({ with: '4477' }), redirect: 'manual' } as const
      await stubborn(async () => ({ status: (await fetch(`${running.url}${link}`, means)).status, text: '' }))
      await reached((one) => one.state === 'succeeded')
      assert.deepEqual(
        (await loan()).payments.map(({ amount }) => amount),
        [100_000],
      )
    }
  }

  async function photo(client: ReturnType<typeof openClient>, request: string) {
    const bytes = await pagePhoto()
    const tus = openTus(running.url, client)
    const id = crypto.randomUUID()
    const short = ({ status }: Response) => ({ status, text: '' })
    await stubborn(async () => short((await tus.announce({ request, step: 28, bytes, id })).answer))
    await stubborn(async () => {
      const offset = await tus.offset(id)
      if (offset === null) throw new Error('not yet')
      return offset === bytes.length
        ? { status: 204, text: '' }
        : short(await tus.patch(id, offset, bytes.subarray(offset)))
    })
    const finished = await stubborn(() => client.call('POST', `/service/uploads/${id}/finish`))
    assert.equal(finished.status, 200, finished.text)
    return { id, sha256: (finished.body as { sha256: string }).sha256 }
  }

  for (const point of crashPoints) {
    for (let n = 0; n < hits; n += 1) {
      await running.kill()
      // Other passings in other rounds, so that each kind of commit has its turn; a life has some more than ten.
      const count = /^(before|after)/.test(point) ? 1 + ((7 + n * 3) % 10) : 1
      const seen = running.output().split(`crash point ${point}\n`).length
      await running.restart({ CRASH_AT: `${point}:${count}` }).catch(() => undefined)
      const one = await life()
      if (one) told.push(one)
      const times = running.output().split(`crash point ${point}\n`).length - seen
      reached.set(point, (reached.get(point) ?? 0) + times)
    }
  }
  const lost: string[] = []
  for (const { client, files } of told) {
    for (const { id, sha256 } of files) {
      const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(`${running.url}/service/uploads/${id}/file`, { headers: { cookie } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) lost.push(`file ${id}`)
    }
  }
  const folder = join(running.dataDir, 'files')
  for (const file of readdirSync(folder)) utimesSync(join(folder, file), 0, 0)
  await maker.sweepFiles()
  const stored = await maker.storedFiles()
  const onDisk = readdirSync(folder)
  // In the short form nobody waits for the lease of the last death: drill 15 is about that.
  const drainedMs = hits > 1 ? await maker.drained(unsent) : 0
  const transfers: readonly Transfer[] = await maker.transfers()
  const doubled = await doubledIn(maker.ground.db)
  const wrong = await checked({
    ...maker.ground,
    ledger: transfers,
    quietSince: hits > 1 ? new Date() : new Date(0),
    unkeyed: ['request.send'],
    unsent,
  })
  const files = told.reduce((sum, one) => sum + one.files.length, 0)
  const missed = crashPoints.filter((point) => (reached.get(point) ?? 0) < hits)
  figures(context, {
    drill: 2,
    fault: `kill -9 at ${crashPoints.length} points around commit, sending, marking, renaming, answering`,
    database: 'PostgreSQL',
    load: `${told.length} clients from sign-up to a payment`,
    injected: [...reached.values()].reduce((sum, times) => sum + times, 0),
    acknowledged: acknowledged + files,
    lost: lost.length + wrong.filter((line) => /late|still/.test(line)).length,
    doubled: wrong.filter((line) => line.includes('paid')).length + doubled,
    worstMs: Math.max(0, ...readyMs),
    note: `${hits > 1 ? `outbox empty ${Math.round(drainedMs / 1000)} s after the last death; ` : ''}${people - told.length} clients left to wait a minute for another code; ${asked} calls asked again`,
  })
  const atFiles = crashPoints.filter((point) => point.startsWith('file'))
  figures(context, {
    drill: 13,
    fault: 'kill -9 between writing a file, renaming it, its row, and clearing up',
    database: 'PostgreSQL',
    load: `${told.length} clients, a photo each`,
    injected: atFiles.reduce((sum, point) => sum + (reached.get(point) ?? 0), 0),
    acknowledged: files,
    lost: lost.length + stored.filter((id) => !onDisk.includes(id)).length,
    doubled: onDisk.filter((id) => !stored.includes(id)).length,
    note: `${onDisk.length} files on the disk after the sweep, ${stored.length} rows`,
  })
  assert.deepEqual(onDisk.sort(), stored.sort(), 'a file without a row, or a row without its file')
  assert.deepEqual(missed, [], 'points that were never died at')
  assert.deepEqual([...lost, ...wrong], [])
  assert.equal(doubled, 0)
  await maker.close()
})
