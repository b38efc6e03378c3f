import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret } from './secret.ts'
import { webhookFault, webhookSignature } from './webhook-signature.ts'

const now = new Date('2026-03-02T09:00:00Z')
const seconds = String(now.getTime() / 1000)
const body = Buffer.from('{"type":"payment.succeeded"}')
const keys = [new Secret('the-present-key-of-the-page'), new Secret('the-key-that-was-before-it')]

const headers = (key = 'the-present-key-of-the-page', id = 'event-1', timestamp = seconds) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': `v1,${webhookSignature(key, id, timestamp, body)}`,
})

test('the present key and the one before it are both good while keys are changed', () => {
  for (const key of keys) assert.equal(webhookFault({ headers: headers(key.reveal()), body }, keys, now), null)
  assert.equal(webhookFault({ headers: headers(keys[1]?.reveal()), body }, keys.slice(0, 1), now), 'wrong')
})

test('one of several signatures is enough', () => {
  const given = headers()
  const several = { ...given, 'webhook-signature': `v2,else v1,bm90aGluZw== ${given['webhook-signature']}` }
  assert.equal(webhookFault({ headers: several, body }, keys, now), null)
})

test('a changed body, id or time, an absent signature, another key and no key at all are refused', () => {
  assert.equal(webhookFault({ headers: headers(), body: Buffer.from('{}') }, keys, now), 'wrong')
  assert.equal(webhookFault({ headers: { ...headers(), 'webhook-id': 'event-2' }, body }, keys, now), 'wrong')
  const later = String(Number(seconds) + 1)
  assert.equal(webhookFault({ headers: { ...headers(), 'webhook-timestamp': later }, body }, keys, now), 'wrong')
  assert.equal(webhookFault({ headers: headers('somebody-elses-key-entirely'), body }, keys, now), 'wrong')
  assert.equal(webhookFault({ headers: headers(), body }, [], now), 'wrong')
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)
    assert.equal(webhookFault({ headers: { ...headers(), [name]: undefined }, body }, keys, now), 'absent')
})

test('a call is good for five minutes, either way', () => {
  for (const minutes of [-5, 5]) {
    const at = new Date(now.getTime() + minutes * 60_000)
    assert.equal(webhookFault({ headers: headers(), body }, keys, at), null)
    const beyond = new Date(at.getTime() + Math.sign(minutes))
    assert.equal(webhookFault({ headers: headers(), body }, keys, beyond), 'old')
  }
})
