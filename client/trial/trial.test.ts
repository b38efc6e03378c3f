import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as z from 'zod/mini'
import lenderFile from '#config/lender.json' with { type: 'json' }
import { quickPrice } from '#contract/calculation/quick.ts'
import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import * as auth from '#contract/calls/auth.ts'
import { getOffer, signOffer } from '#contract/calls/offer.ts'
import { reportErrors } from '#contract/calls/operations.ts'
import * as requests from '#contract/calls/requests.ts'
import type { IsoDate } from '#contract/dates.ts'
import { publicLender, validateLender } from '#contract/lender.ts'
import { type StepDefinition, validateStep } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { flow as folders } from '#steps/flow.ts'
import { inventedAnswers, inventedCode } from './answers.ts'
import { createRoutes } from './routes.ts'
import { createService } from './service.ts'
import { createWorld } from './world.ts'

const verdict = validateLender(lenderFile)
assert.ok(verdict.ok)
const lender = publicLender(verdict.lender)
const now = new Date('2026-11-23T09:00:00Z')
const flow = await Promise.all(
  folders.map(async (folder) => ((await import(`../../steps/${folder}/step.ts`)) as { step: StepDefinition }).step),
)
const wish = { product: 'payday', amount: 1_000_000, term: 14, purpose: lender.purposes[0]?.id ?? '' }

/** The stand-in as the app's caller meets it: every answer is held against the contract. */
function open() {
  const told: [string, number][] = []
  const codes: (string | null)[] = []
  const world = createWorld({
    lender,
    flow,
    now: () => now,
    newId: () => '00000000-0000-4000-8000-000000000001',
    changed: (id, version) => told.push([id, version]),
  })
  const routes = createRoutes(world, { sent: (code) => codes.push(code), created: async () => undefined })
  const service = createService(routes)
  async function ask(call: Call, input: unknown) {
    const { params = {}, body } = (input ?? {}) as { params?: Record<string, string>; body?: unknown }
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const answer = await service(path, {
      method: call.method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const found: unknown = await answer.json().catch(() => undefined)
    return { status: answer.status, found }
  }
  return {
    told,
    codes,
    async call<C extends Call>(call: C, input: CallInput<C>): Promise<CallAnswer<C>> {
      const { status, found } = await ask(call, input)
      assert.equal(status, call.status, `${call.name} ${JSON.stringify(found)}`)
      if (call.answer) assert.deepEqual(z.safeParse(call.answer, found).error?.issues ?? [], [], call.name)
      return found as CallAnswer<C>
    },
    async refused<C extends Call>(call: C, input: CallInput<C>): Promise<[number, string]> {
      const { status, found } = await ask(call, input)
      return [status, (found as { error: { code: string } }).error.code]
    },
  }
}

const signedIn = async () => {
  const trial = open()
  await trial.call(auth.sendCode, { body: { phone: '+79161234567' } })
  await trial.call(auth.signIn, { body: { phone: '+79161234567', code: inventedCode } })
  const { _id: id } = await trial.call(requests.createRequest, { body: { raw: wish } })
  return { ...trial, id }
}

describe('the stand-in of the server in a trial', () => {
  test('what is invented passes each step it is for', () => {
    const invented = inventedAnswers(lender)
    const facts = { birthDate: '1990-05-10', phone: '+79161234567', confirmedEmail: 'anna@example.ru' }
    const context = { type: 'loan', today: '2026-11-23', lender, firstLoan: true, facts } as const
    for (const step of flow.filter(({ number }) => invented[number])) {
      const checked = validateStep(step, invented[step.number] ?? {}, context)
      assert.deepEqual(
        { step: step.number, ...checked, answers: null },
        { step: step.number, ok: true, answers: null, warnings: [] },
      )
    }
    const nobodys = flow.filter(({ number, media }) => !invented[number] && !media).map(({ number }) => number)
    assert.deepEqual(nobodys, [34, 27, 33], 'asked for before, looked at by the device, never given ahead')
  })

  test('nobody is signed in before the code, and a wrong one is wrong', async () => {
    const trial = open()
    assert.deepEqual(await trial.refused(auth.isAuthenticated, undefined), [401, 'not_signed_in'])
    await trial.call(auth.sendCode, { body: { phone: '+79161234567' } })
    const body = { phone: '+79161234567', code: '999999' }
    assert.deepEqual(await trial.refused(auth.signIn, { body }), [401, 'code_wrong'])
    await trial.call(auth.signIn, { body: { ...body, code: inventedCode } })
    assert.deepEqual(trial.codes, [inventedCode, null])
    await trial.call(auth.isAuthenticated, undefined)
  })

  test('the rules of the steps are those of the product', async () => {
    const { call, refused, id } = await signedIn()
    const params = { id, step: '10' }
    assert.deepEqual(await refused(requests.acceptStep, { params, body: { revision: 1, raw: {} } }), [
      400,
      'invalid_answers',
    ])
    const later = { params: { id, step: '24' }, body: { revision: 1, raw: {} } }
    assert.deepEqual(await refused(requests.acceptStep, later), [409, 'step_closed'])
    const { revision } = await call(requests.saveDraft, {
      params,
      body: { revision: 1, patch: { surname: 'Другова' } },
    })
    assert.equal(revision, 2)
    const { steps } = await call(requests.getRequest, { params: { id } })
    assert.equal(steps.find(({ number }) => number === 10)?.raw.surname, 'Другова')
    assert.equal(
      steps.find(({ number }) => number === 33),
      undefined,
      'consents are never given ahead',
    )
  })

  test('all steps, the signature, the decision, and an offer at the price of the calculator', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { call, refused, told, id } = await signedIn()
    const file = '00000000-0000-4000-8000-000000000002'
    const given: Record<number, object> = {
      27: { camera: 'unknown', microphone: 'unknown', recording: 'unknown' },
      31: { file, source: 'file', digits: '482615' },
      33: { processing: true, bureau: true },
    }
    let detail = await call(requests.getRequest, { params: { id } })
    for (const number of detail.needed.filter((one) => one !== 34)) {
      const kept = detail.steps.find((step) => step.number === number)
      const raw = { ...(kept?.raw ?? given[number] ?? { file, source: 'file' }) }
      const params = { id, step: String(number) }
      const answer = await call(requests.acceptStep, { params, body: { revision: kept?.revision ?? 0, raw } })
      detail = answer.detail
    }
    const code = { params: { id }, body: { purpose: 'application' as const, version: detail.request.version } }
    await call(requests.requestSigningCode, code)
    const { status } = await call(requests.sendRequest, {
      params: { id },
      body: { code: inventedCode, package: 'trial', version: detail.request.version },
    })
    assert.equal(status, 2)
    context.mock.timers.tick(2500)
    context.mock.timers.tick(2500)
    assert.equal(told.length, 2)
    const { result } = await call(requests.findByClientIds, { body: { options: { output: 'all' } } })
    assert.deepEqual([result.data[0]?.status, result.data[0]?.allowedFillRequest], [3, true])

    const offer = await call(getOffer, { params: { id } })
    const product = lender.products.find((one) => one.id === wish.product)
    assert.ok(product)
    const today: IsoDate = dateInZone(now, lender.zone)
    const price = quickPrice(product, { ...wish, firstLoan: true }, today)
    assert.deepEqual(
      [offer.amount, offer.totalToReturn, offer.fullCostPercent, offer.dueDate],
      [wish.amount, price.totalToReturn, price.fullCostPercent, price.lastDate],
    )
    const sign = { params: { id }, body: { code: inventedCode, package: 'trial', version: offer.version } }
    assert.deepEqual(await refused(signOffer, sign), [403, 'forbidden'], 'it ends with the offer')
  })

  test('a call it does not know is refused, whatever it is', async () => {
    assert.deepEqual(await open().refused(reportErrors, undefined), [403, 'forbidden'])
  })
})
