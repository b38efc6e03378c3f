import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { Agent, request as ask } from 'node:http'
import { test } from 'node:test'
import type { Call } from '#contract/call.ts'
import { scopeNames } from '#contract/machine/scopes.ts'
import { hasRight } from '#contract/roles.ts'
import { usualRights } from '#server/testing/roles.ts'
import { seeded } from '../drills/random.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import type { Credentials } from '../e2e/office.ts'
import { authenticatorCode, staffSession } from '../e2e/reviewer.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { pick } from '../steps/values.ts'
import { declaredCalls } from './declared.ts'
import { type HostileRequest, hostileRequest } from './hostile.ts'
import { walkToMoney } from './people.ts'

const cases = Number(process.env.FUZZ ?? 3000)
const seed = Number(process.env.SEED ?? 20_261_121)
const atOnce = 8

/** Ends nobody's session, and opens no stream that never ends: those would stop the rest. */
const leftOut = new Set([
  'live',
  'officeLive',
  'signOut',
  'officeSignOut',
  'endSession',
  'endOtherSessions',
  'endClientSessions',
])

/** Takes an account away with its session: asked when everything else has been. */
const last = 'forgetMe'

/** Who of the staff is there: together they have every right. */
const present = ['verifier', 'compliance', 'supervisor', 'administrator'] as const

/** Who gets past the door, so that most cases meet what is behind it. */
function lets({ who }: Call): readonly string[] {
  // With a cookie, a sign-in that comes off would end the sender's own session.
  if (who === 'anyone') return ['nobody']
  if (who === 'client') return ['client', 'another client']
  if (who === 'machine') return ['machine']
  return present.filter((role) => hasRight({ rights: usualRights(role) }, who))
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** Asks once more where a connection kept open was closed by the server just then. */
async function send(server: Running, cookie: string, hostile: HostileRequest): Promise<Sent> {
  const first = await sendOnce(server, cookie, hostile)
  return first.closed ? sendOnce(server, cookie, hostile) : first
}

interface Sent {
  readonly status: number
  readonly text: string
  readonly closed?: boolean
  /** `name=value` of each cookie the answer set. */
  readonly cookies?: readonly string[]
}

function sendOnce(server: Running, cookie: string, { method, path, headers, body }: HostileRequest): Promise<Sent> {
  const { hostname, port, origin } = new URL(server.url)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const proof = cookie.startsWith('Bearer ') ? { authorization: cookie } : { cookie }
  const options = { agent, hostname, port, method, path, headers: { origin, ...proof, ...length, ...headers } }
  return new Promise((resolve) => {
    const broken = (error: Error) => resolve({ status: 0, text: error.message, closed: request.reusedSocket })
    const request = ask(options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          text: Buffer.concat(chunks).toString('utf8').slice(0, 500),
          cookies: (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? ''),
        }),
      )
      answer.on('error', broken)
    })
    request.on('error', broken)
    request.end(body)
  })
}

/** A confirmed session goes on under another cookie, as a browser's would. */
function kept(cookie: string, set: readonly string[]): string {
  const all = new Map([...cookie.split('; '), ...set].filter(Boolean).map((pair) => [pair.split('=')[0], pair]))
  return [...all.values()].filter((pair) => !pair.endsWith('=')).join('; ')
}

const cookies = ({ jar }: Client) => [...jar].map((pair) => pair.join('=')).join('; ')

/** Somebody signed in to the office, by role: their cookie. */
async function staffCookie(server: Running, who: Credentials): Promise<string> {
  const client = openClient(server.url)
  const totp = await authenticatorCode(who.totpSecret)
  await client.must('POST', '/service/office/session', { login: who.login, password: who.password, totp })
  return cookies(client)
}

/** Another system with every right, by its token. The one administrator there is makes it alone. */
async function machineToken(server: Running, staff: Pick<Client, 'must'>): Promise<string> {
  const body = { name: 'Проба', scopes: scopeNames, addresses: [], rate: 60_000, until: null, jwks: '' }
  const { id, secret } = await staff.must<{ id: string; secret: string }>('POST', '/service/office/machines', body)
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
  const answer = await fetch(`${server.url}/service/machine/token`, { method: 'POST', body: form })
  return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
}

test(`E3: ${cases} hostile requests to every call of the contract, by everybody: no 5xx, nothing lost`, async (context) => {
  const server = await runServer({ lender: withLooseLimits })
  try {
    const staff = await staffSession(server.url)
    const anna = await walkToMoney(server, '9161234567', staff)
    const boris = openClient(server.url)
    await boris.signUp('9001002030')
    const { _id: draft } = await boris.create()
    await boris.must('PUT', `/service/requests/${draft}/steps/10/draft`, {
      revision: 0,
      patch: { surname: 'Сохранённая' },
    })
    const add = async (role: string) => {
      const body = { login: `fuzz-${role}`, name: `Проба ${role}`, role }
      const { invitation } = await staff.must<{ invitation: { token: string } }>('POST', '/service/office/staff', body)
      const { token } = invitation
      return staff.must<Credentials>('POST', '/service/office/invitation', { token })
    }
    const machine = await machineToken(server, staff)
    const staffCookies: Record<string, string> = {}
    for (const role of present) staffCookies[role] = await staffCookie(server, await add(role))
    const victim = openClient(server.url)
    await victim.signUp('9005006070')
    const people: Record<string, string> = {
      nobody: '',
      client: cookies(boris),
      'another client': cookies(victim),
      ...staffCookies,
      machine,
    }
    const look = async () => {
      const paths = [
        `/service/requests/${anna.request}`,
        `/service/loans/${anna.loan}`,
        `/service/requests/${anna.request}/documents`,
      ]
      const parts = await Promise.all(paths.map(async (path) => (await anna.client.call('GET', path)).text))
      return parts.map((text) => text.replace(/"serverTime":"[^"]+"/, '')).join('\n')
    }
    const before = await look()

    const calls: Call[] = (await declaredCalls()).filter(({ name }) => !leftOut.has(name))
    const random = seeded(seed)
    const known = [anna.request, draft, anna.document, anna.file, anna.loan, crypto.randomUUID()]
    const tally = new Map<number, number>()
    const faults: string[] = []
    let sent = 0
    const [ending, others] = [calls.filter(({ name }) => name === last), calls.filter(({ name }) => name !== last)]
    const worker = async (some: readonly Call[], until: number) => {
      while (sent < until) {
        const call = some[sent % some.length] as Call
        sent += 1
        const who = pick(random, call.who === 'anyone' || random() < 0.75 ? lets(call) : Object.keys(people))
        const hostile = hostileRequest(call, random, known)
        const { status, text, cookies: set = [] } = await send(server, people[who] ?? '', hostile)
        if (who !== 'nobody') people[who] = kept(people[who] ?? '', set)
        tally.set(status, (tally.get(status) ?? 0) + 1)
        if (status >= 500 || status === 0)
          faults.push(
            `${who}: ${hostile.method} ${hostile.path.slice(0, 200)} ${JSON.stringify(hostile.headers).slice(0, 200)} ${hostile.body?.slice(0, 300)} → ${status} ${text}`,
          )
      }
    }
    const most = Math.floor(cases * 0.99)
    await Promise.all(Array.from({ length: atOnce }, () => worker(others, most)))
    await Promise.all(Array.from({ length: atOnce }, () => worker(ending, cases)))

    assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults; seed ${seed}`)
    assert.equal(await look(), before, 'what was there before reads the same')
    const shown = await boris.call('GET', `/service/requests/${draft}`)
    assert.ok(shown.status === 200 || shown.status === 401, shown.text)
    assert.doesNotMatch(server.output(), /unexpected error/)
    await server.kill()
    const env = { ...process.env, DATA_DIR: server.dataDir }
    const verdict = execFileSync('node', ['server/zayavka.ts', 'verify-journal'], { env, encoding: 'utf8' }).trim()
    const statuses = [...tally].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`)
    context.diagnostic(
      `E3: ${sent} cases over ${calls.length} calls, seed ${seed}: no 5xx, nothing lost; ${statuses.join(', ')}; ${verdict}`,
    )
  } finally {
    agent.destroy()
    await server.stop()
  }
})
