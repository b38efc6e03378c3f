import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Raw } from '#contract/step.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { seeded } from '../drills/random.ts'
import { email } from '../e2e/borrower.ts'
import { type Answer, type Client, openClient, wish } from '../e2e/client.ts'
import { evidenceAnswers, takesFile } from '../e2e/evidence.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { type TemporaryPostgres, temporaryPostgres } from '../setup/postgres.ts'
import { context, steps } from './lender.ts'
import { fieldsOf, rightAnswers } from './right.ts'
import { anyJsonValue, inheritedNames, nastiest } from './values.ts'

const seed = Number(process.env.SEED ?? 20_261_121)
const samples = Number(process.env.SAMPLES ?? 4)

let postgres: TemporaryPostgres
before(async () => {
  postgres = await temporaryPostgres()
})
after(() => postgres.stop())

const databases: Readonly<Record<string, () => Promise<{ url: string; drop(): Promise<void> } | null | undefined>>> = {
  'the embedded database': async () => undefined,
  PostgreSQL: async () => (postgres.url === null ? null : migratedPostgres(postgres.url)),
}

/** Kept, or refused with a sentence a person can read. Never a fault of ours. */
function answered(answer: Answer, sent: unknown): void {
  const what = () => `${JSON.stringify(sent)?.slice(0, 300)} answered ${answer.status}: ${answer.text.slice(0, 500)}`
  assert.ok(answer.status === 200 || answer.status === 201 || (answer.status >= 400 && answer.status < 500), what())
  if (answer.status < 400) return
  const { error } = answer.body as { error: { message: string; issues?: { message: string }[] } }
  assert.match(error.message, /[а-яё]/i, what())
  assert.notEqual(error.issues?.length, 0, what())
}

type Kept = { number: number; revision: number; raw: Raw; accepted: boolean }

/** A borrower in the middle of filling, who knows what the server must hold. */
async function openBorrower(url: string, phone: string) {
  const client: Client = openClient(url)
  await client.signUp(phone)
  const { _id: id } = await client.create()
  let asked = 0

  async function kept(number: number): Promise<Kept> {
    const { steps: all } = await client.must<{ steps: Kept[] }>('GET', `/service/requests/${id}`)
    return all.find((step) => step.number === number) ?? { number, revision: 0, raw: {}, accepted: false }
  }

  async function put(path: string, body: unknown): Promise<Answer> {
    asked += 1
    const answer = await client.call('PUT', `/service/requests/${id}/steps/${path}`, body)
    answered(answer, body)
    return answer
  }

  return {
    client,
    id,
    kept,
    put,
    asked: () => asked,

    /** What was typed before stays, whatever is sent after it. */
    async drafts(number: number, fields: readonly string[], values: readonly unknown[]): Promise<void> {
      let { revision, raw } = await kept(number)
      for (const value of values) {
        const patch = Object.fromEntries(fields.map((field) => [field, value]))
        const answer = await put(`${number}/draft`, { revision, patch })
        if (answer.status === 200) {
          raw = { ...raw, ...(JSON.parse(JSON.stringify(patch)) as Raw) }
          revision = (answer.body as { revision: number }).revision
        }
      }
      assert.deepEqual((await kept(number)).raw, raw, `the draft of step ${number}`)
    },

    /** One field at a time wrong, the others right. */
    async accepts(number: number, right: Raw, values: readonly unknown[]): Promise<void> {
      for (const field of Object.keys(right)) {
        let last = await kept(number)
        for (const value of values) {
          const raw = { ...right, [field]: value }
          const answer = await put(`${number}`, { revision: last.revision, raw })
          const { detail } = answer.body as { detail?: { steps: readonly Kept[] } }
          last = detail?.steps.find((step) => step.number === number) ?? last
        }
        assert.deepEqual(await kept(number), last, `step ${number} after ${field}`)
      }
    },
  }
}

for (const [name, open] of Object.entries(databases)) {
  describe(`bad input over the wire, on ${name}`, () => {
    let server: Running
    let database: Awaited<ReturnType<typeof open>>

    before(async () => {
      database = await open()
      server = await runServer({ lender: withLooseLimits, ...(database && { env: { DATABASE_URL: database.url } }) })
    })
    after(async () => {
      await server?.stop()
      await database?.drop()
    })

    test('every field of every step: kept, or 4xx in words; what was typed before stays', async (context_) => {
      if (database === null) return context_.skip('there is no PostgreSQL here')
      const random = seeded(seed)
      const borrower = await openBorrower(server.url, '9161110001')
      await borrower.client.confirmEmail(email)
      for (const step of steps) {
        const fields = [...fieldsOf(step).keys()]
        const given = takesFile(step.number)
          ? ((await evidenceAnswers(server.url, borrower.client, borrower.id, step.number)) as Raw)
          : step.number === 34
            ? wish
            : rightAnswers(step, context)
        assert.ok(given, `nobody knows right answers of step ${step.number}`)
        const values = [...nastiest, ...Array.from({ length: samples }, () => anyJsonValue(random))]
        await borrower.drafts(step.number, fields, values)
        await borrower.accepts(step.number, { ...Object.fromEntries(fields.map((f) => [f, ''])), ...given }, values)
        const { revision } = await borrower.kept(step.number)
        const right = await borrower.put(`${step.number}`, { revision, raw: given })
        assert.equal(right.status, 200, right.text)
      }
      assert.doesNotMatch(server.output(), /unexpected error/)
      context_.diagnostic(`seed ${seed}: ${borrower.asked()} calls, none a 500`)
    })

    test('names every object inherits, a megabyte, odd revisions, odd ids, half an answer', async (context_) => {
      if (database === null) return context_.skip('there is no PostgreSQL here')
      const borrower = await openBorrower(server.url, '9161110002')
      await borrower.put('10/draft', { revision: 0, patch: { surname: 'Вымыслова' } })
      const before = await borrower.kept(10)
      const { client, id } = borrower
      for (const field of inheritedNames) {
        const body = `{"revision":${before.revision},"raw":{${JSON.stringify(field)}:"x","surname":"1"}}`
        answered(await client.call('PUT', `/service/requests/${id}/steps/10`, body), body)
      }
      const million = 'я'.repeat(1_000_000)
      for (const body of [
        { revision: before.revision, patch: { name: million } },
        { revision: before.revision, patch: { [million]: '1' } },
        { revision: before.revision, patch: { name: Array.from({ length: 10_000 }, () => 1) } },
        { revision: before.revision },
        { revision: '0', patch: {} },
        { patch: {} },
        { revision: before.revision, patch: [] },
        { revision: before.revision, patch: null },
        [],
        null,
        'не JSON',
        '{"revision":0,"patch":{"a":1e999}}',
        '{"revision":0,"patch":{"a":1,"a":2}}',
        '{"revision":0,"patch":{"a":"\\ud800',
        '',
      ]) {
        const answer = await borrower.put('10/draft', body)
        assert.ok(answer.status >= 400, JSON.stringify(body)?.slice(0, 100))
      }
      for (const revision of [-1, 0.5, 1e308, 2 ** 53]) {
        const answer = await borrower.put('10/draft', { revision, patch: { surname: 'Другая' } })
        assert.equal(answer.status, 409)
      }
      for (const path of [
        '%00',
        '%ff',
        "'",
        '%F0%9F%98%80',
        'a'.repeat(64),
        'a'.repeat(5000),
        '..',
        '%2e%2e%2f',
        'null',
      ]) {
        for (const [method, body] of [['GET'], ['PUT', { revision: 0, patch: {} }]] as const) {
          const rest = method === 'GET' ? '' : '/steps/10/draft'
          const answer = await client.call(method, `/service/requests/${path}${rest}`, body)
          assert.ok(answer.status >= 400 && answer.status < 500, `${path} answered ${answer.status}: ${answer.text}`)
        }
      }
      for (const step of ['00', '99', '3', '38', '5', '-1', '1e1', '%00', '10%00']) {
        assert.ok((await borrower.put(`${step}/draft`, { revision: 0, patch: { a: 1 } })).status >= 400, step)
      }
      for (const key of ['', 'x', 'x'.repeat(5000), '%00', '😀'].map(encodeURIComponent)) {
        for (const value of nastiest) {
          const raw = { ...wish, purpose: value, promo: value }
          answered(await client.call('POST', '/service/requests', { raw }, { 'idempotency-key': key }), raw)
        }
      }
      assert.deepEqual(await borrower.kept(10), before)
      assert.doesNotMatch(server.output(), /unexpected error/)
    })
  })
}
