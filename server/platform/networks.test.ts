import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networksOf } from './networks.ts'

test('N5: an IPv4 address is counted whole, also inside IPv6 however it is written', () => {
  const whole = { ipv4: '203.0.113.7' }
  for (const told of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'])
    assert.deepEqual(networksOf(told), whole, told)
})

test('N5: an IPv6 address is counted by its /64 and its /48, however it is written', () => {
  const networks = { ipv6: '2001:db8:1:2', ipv6Site: '2001:db8:1' }
  for (const told of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:3:4:5:6%eth0'])
    assert.deepEqual(networksOf(told), networks, told)
  assert.deepEqual(networksOf('2001:db8::1'), { ipv6: '2001:db8:0:0', ipv6Site: '2001:db8:0' })
  assert.deepEqual(networksOf('::1'), { ipv6: '0:0:0:0', ipv6Site: '0:0:0' })
})

test('N5: what is no address is counted all the same, and who hung up before its call was looked at', () => {
  assert.deepEqual(networksOf(''), { ipv4: '' })
  assert.deepEqual(networksOf(undefined), { ipv4: '' })
})
