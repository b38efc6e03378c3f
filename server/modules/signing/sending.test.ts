import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { date } from '#contract/dates.ts'
import { defineStep } from '#contract/step.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { Failure } from '#server/platform/failure.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { demoLender, lifeBench } from '#server/testing/life.ts'
import type { StoredRequest } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import { createApplication } from './application.ts'
import { createPackages } from './packages.ts'
import { createSending } from './sending.ts'

const person = defineStep({
  number: 10,
  title: 'Кто вы',
  mode: 'verification',
  answers: z.object({ surname: z.string() }),
  labels: { surname: 'Фамилия' },
})

/** One step, accepted unless `missing` says otherwise. */
function oneStep(missing: readonly number[]) {
  const settled: string[] = []
  const steps = {
    all: async () => [{ number: 10, accepted: true, answers: { surname: 'Выдумкина' } }],
    needed: () => [person],
    context: () => ({}),
    missing: async () => [...missing],
    settle: async (_tx: unknown, request: { readonly id: string }) => void settled.push(request.id),
  } as unknown as Steps
  return { steps, settled }
}

async function bench(platform: TestPlatform, missing: readonly number[] = [], lender = demoLender()) {
  const life = lifeBench(platform, lender)
  const { steps, settled } = oneStep(missing)
  const parts = { platform, requests: life.requests, steps, documents: life.documents, signing: life.signing }
  const application = createApplication({ ...parts, published: life.published, lender: life.lender })
  const never = async () => {
    throw new Error('not in this test')
  }
  const ask = createPackages({
    ...parts,
    makers: { application: application.content, contract: never, prolongation: never, newTerms: never },
  })
  const send = createSending({ ...parts, people: life.people })
  const passport = { passportIssuedBy: 'ОВД Вымышленска', passportIssuedOn: '2010-06-01', inn: '500100732259' }
  const { actor, id } = await life.approved(passport, 'New')
  return {
    life,
    settled,
    actor,
    id,
    code: async (version?: number) =>
      ask(actor, id, { purpose: 'application', version: version ?? (await life.current(id)).version }),
    send: (packageId: string, given: { by?: ClientActor; code?: string; version: number }): Promise<StoredRequest> =>
      keptFailures(platform, (tx) =>
        send(tx, given.by ?? actor, id, {
          code: given.code ?? '111111',
          package: packageId,
          version: given.version,
          address: '192.0.2.1',
          userAgent: 'test',
          device: 'browser',
        }),
      ),
  }
}

onBothDatabases('sending the application', (open) => {
  it('signs the questionnaire and each consent given, then queues the request', async () => {
    const { life, code: ask, send, id, settled } = await bench(await open())
    const frozen = await ask()
    assert.deepEqual(
      frozen.documents.map(({ title }) => title),
      [
        'Заявление-анкета на получение займа',
        'Согласие на обработку персональных данных для рассмотрения заявки',
        'Согласие на получение кредитного отчёта',
      ],
    )
    const { version } = await life.current(id)
    const sent = await send(frozen.package, { version })
    assert.equal(sent.state, 'Queued')
    assert.ok(sent.sent_at)
    assert.deepEqual(settled, [id])
    const { rows: traces } = await sql<{ kind: string }>`
      select kind from request_trace where request_id = ${id} order by kind`.execute(life.platform.db)
    assert.deepEqual(
      traces.map(({ kind }) => kind),
      ['address', 'device', 'payee'],
    )
    const kept = await life.documents.list(await life.current(id))
    assert.ok(kept.every(({ signedAt }) => signedAt))
    const bureau = await life.documents.read(await life.current(id), frozen.documents[2]!.id)
    for (const required of [
      /ОГРН 1000000000000, ИНН 7700000000, адрес: 101000/,
      /Дата рождения: 17\.05\.1990/,
      /Кем и когда выдан: ОВД Вымышленска, 01\.06\.2010/,
      /ИНН: 500100732259/,
      /Адрес регистрации: 101000, г\. Вымышленск/,
    ])
      assert.match(bureau.text, required, 'M19')
    const { text } = await life.documents.read(await life.current(id), frozen.documents[0]!.id)
    assert.match(text, /Кто вы/i)
    assert.match(text, /Фамилия: Выдумкина/)
  })

  it('asks for consents of their own from the first day of the rule; the day before they stand in the questionnaire', async () => {
    for (const [from, count] of [
      ['2026-03-02', 3],
      ['2026-03-03', 1],
    ] as const) {
      const platform = await open()
      platform.clock.set('2026-03-02T09:00:00.000Z')
      const lender = demoLender()
      const rules = lender.rules.map((row) =>
        row.rule === 'consentIsOwnDocument' ? { ...row, from: date(from) } : row,
      )
      const { life, code: ask, id } = await bench(platform, [], { ...lender, rules })
      const { documents } = await ask()
      assert.equal(documents.length, count, from)
      const { text } = await life.documents.read(await life.current(id), documents[0]!.id)
      assert.equal(/Согласие на получение кредитного отчёта/i.test(text), count === 1)
    }
  })

  it('answers the same to a second tap, and does it once', async () => {
    const { life, code: ask, send, id } = await bench(await open())
    const frozen = await ask()
    const { version } = await life.current(id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(frozen.package, { version })))
    assert.ok(answers.every((answer) => answer.state === 'Queued' && answer.version === version + 1))
  })

  it('names the steps that are missing and sends no code', async () => {
    const { life, code: ask } = await bench(await open(), [25])
    await assert.rejects(ask(), (error) => {
      assert.ok(error instanceof Failure)
      assert.deepEqual(error.details, { steps: [25] })
      return error.code === 'steps_missing'
    })
    assert.deepEqual(life.sent, [])
  })

  it('sends another code for the same documents while nothing has changed', async () => {
    const platform = await open()
    const { life, code: ask, id } = await bench(platform)
    const first = await ask()
    platform.clock.advance(61_000)
    const second = await ask()
    assert.deepEqual(second.documents, first.documents)
    assert.equal((await life.documents.list(await life.current(id))).length, 3)
  })

  it('refuses a version that is not the present one, and a wrong code', async () => {
    const { life, code: ask, send, id } = await bench(await open())
    const { version } = await life.current(id)
    await assert.rejects(ask(version - 1), code('version_conflict'))
    const frozen = await ask()
    await assert.rejects(send(frozen.package, { version: version - 1 }), code('version_conflict'))
    await assert.rejects(send(frozen.package, { version, code: '000000' }), code('code_wrong'))
    await assert.rejects(send('another', { version }), code('code_wrong'))
    assert.equal((await life.current(id)).state, 'New')
  })

  it('is not for somebody else', async () => {
    const { life, code: ask, send, actor, id } = await bench(await open())
    const frozen = await ask()
    const { version } = await life.current(id)
    await assert.rejects(send(frozen.package, { version, by: { ...actor, id: 'somebody' } }), code('not_found'))
    await assert.rejects(send(frozen.package, { version, by: { ...actor, sessionId: 'other' } }), code('code_wrong'))
  })
})
