import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentLink } from './paymentLink.ts'

test('the page’s own query stays, and a part of the page after it', () => {
  assert.equal(paymentLink('https://pay.example/a', { loan: 'x' }), 'https://pay.example/a?loan=x')
  assert.equal(paymentLink('https://pay.example/a?shop=7', { loan: 'x' }), 'https://pay.example/a?shop=7&loan=x')
  assert.equal(
    paymentLink('https://pay.example/a?shop=7#pay', { loan: 'x', amount: 5 }),
    'https://pay.example/a?shop=7&loan=x&amount=5#pay',
  )
})
