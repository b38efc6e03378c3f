import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type FlowContext, validateStep } from '#contract/step.ts'
import { step } from './step.ts'

const taking = (...payoutMethods: string[]) => ({ lender: { flow: { payoutMethods } } }) as unknown as FlowContext
const wrong = (raw: Record<string, unknown>, context: FlowContext) => {
  const checked = validateStep(step, raw, context)
  return checked.ok ? [] : checked.issues.map(({ field }) => field)
}
const card = { way: 'card', card: 'sandbox-card.4400:4400' }

describe('C1: where the money goes', () => {
  test('a way the lender does not pay is refused at its own field', () => {
    const sbp = { way: 'sbp', bankName: 'Пример-банк', phone: '+7 (916) 123-45-67' }
    assert.deepEqual(wrong(sbp, taking('sbp')), [])
    assert.deepEqual(wrong(sbp, taking('account')), ['way'])
    assert.deepEqual(wrong(card, taking('sbp', 'account')), ['way'])
  })

  test('C3: a card is the rail’s token and its last four digits, never its number', () => {
    assert.deepEqual(wrong(card, taking('card')), [])
    for (const given of ['', 'x:1', '4000000000000002:0002', '4000 0000 0000 0002', undefined])
      assert.deepEqual(wrong({ way: 'card', card: given }, taking('card')), ['card'], String(given))
    const checked = validateStep(step, card, taking('card'))
    assert.ok(checked.ok)
    assert.deepEqual(step.facts(checked.answers), {
      destination: { kind: 'card', token: 'sandbox-card.4400', mask: '•• 4400' },
    })
  })
})
