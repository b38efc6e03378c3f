import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '#server/platform/clock.ts'
import { openOutbound } from '#server/platform/outbound.ts'
import { Secret } from '#server/platform/secret.ts'
import { yookassaRail } from '../payout/yookassa.ts'
import { standIn } from '../payout/yookassa-stand-in.ts'
import { localSuggestions } from './local.ts'
import { railBanks } from './rail-banks.ts'

const account = { agentId: 'gateway', secretKey: 'not-a-real-key' }

test('banks come from the rail under its own ids, asked for once; from the product’s own list while it is out of reach', async () => {
  const server = await standIn(account)
  const clock = testClock()
  const outbound = openOutbound({ production: false })
  const keys = { agentId: new Secret(account.agentId), secretKey: new Secret(account.secretKey) }
  const rail = yookassaRail({ outbound, clock, ...keys, url: server.url })
  const local = localSuggestions()
  const banks = async () => (await rail.banks?.()) ?? []
  const provider = railBanks({ other: local, fallback: local, banks, clock })
  const found = () => provider.find('bank', 'банк из', {})
  assert.deepEqual(await found(), [{ value: 'Банк из списка кассы', data: { id: '100000000099' } }])
  await found()
  assert.equal(server.calls(), 1)
  assert.deepEqual(await provider.find('city', 'москва', {}), await local.find('city', 'москва', {}))
  await server.close()
  assert.equal((await found()).length, 1)
  clock.advance(24 * 3_600_000)
  assert.deepEqual(await provider.find('bank', 'т-б', {}), await local.find('bank', 'т-б', {}))
})
