import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SmsGateway } from '#server/providers/sms/port.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { figures } from './parts/figures.ts'
import { seeded } from './random.ts'

/** LOGINS=200 for the drill. */
const logins = Number(process.env.LOGINS ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const codeIn = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0] ?? '000000'

onBothDatabases('drill 14: the SMS provider is down', (open) => {
  test(`${logins} sign-ins while it is down, slow, doubling, taking without delivering: the second one is used, no code counts twice`, async (context) => {
    const platform = await open({ config: { testCodes: { sms: undefined, email: undefined } } })
    const random = seeded(seed)
    const phones = new Map<string, string[]>()
    const state = { first: 'well' as 'well' | 'down' | 'doubles' | 'swallows', second: true }
    const used = { first: 0, second: 0 }
    const arrive = (phone: string, text: string) => void phones.set(phone, [...(phones.get(phone) ?? []), text])
    const gateway = (name: 'first' | 'second'): SmsGateway => ({
      name,
      async send({ key, phone, text }) {
        const how = name === 'first' ? state.first : state.second ? 'well' : 'down'
        if (how === 'down') throw new Error('no connection')
        used[name] += 1
        if (how !== 'swallows') arrive(phone, text)
        if (how === 'doubles') arrive(phone, text)
        return key
      },
      delivery: async () => ({ state: 'sent' }),
    })
    const product = await openProduct(platform, { sms: [gateway('first'), gateway('second')] })
    let injected = 0
    let doubled = 0
    let worstMs = 0
    let signedIn = 0
    for (let n = 0; n < logins; n += 1) {
      const kinds = ['down', 'doubles', 'swallows', 'both down'] as const
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'down'
      injected += 1
      state.first = kind === 'both down' ? 'down' : kind
      state.second = kind !== 'both down'
      const phone = `916${String(8_000_000 + n)}`
      const browser = product.browser(`198.51.${n >> 8}.${n & 255}`)
      const began = platform.clock.now().getTime()
      const asked = await browser.sendCode(phone)
      assert.equal(asked.status, 202, asked.text)
      assert.equal(typeof (asked.body as { resendAfterSeconds: number }).resendAfterSeconds, 'number')
      await platform.jobs.runDue()
      if (kind === 'both down') {
        assert.equal(phones.get(`+7${phone}`), undefined)
        platform.clock.advance(10 * 60_000)
        state.first = 'well'
      }
      if (kind === 'both down' || kind === 'swallows') {
        // Nothing came: the person asks again after the minute the screen counts down.
        platform.clock.advance(61_000)
        if (kind === 'swallows') state.first = 'well'
        const again = await browser.sendCode(phone)
        assert.equal(again.status, 202, again.text)
        await platform.jobs.runDue()
      }
      const code = codeIn(phones.get(`+7${phone}`)?.at(-1))
      const accepted = product.services.published.current('signUp').map(({ id, version }) => ({ id, version }))
      const entered = await browser.signIn(`+7${phone}`, code, accepted)
      assert.equal(entered.status, 200, `${kind}: ${entered.text}`)
      signedIn += 1
      if (kind === 'down') worstMs = Math.max(worstMs, platform.clock.now().getTime() - began)
      // The same code from the second copy of the message is worth nothing.
      const twice = await product.browser().signIn(`+7${phone}`, code)
      if (twice.status === 200) doubled += 1
    }
    figures(context, {
      drill: 14,
      fault: 'the SMS provider down, doubling, taking without delivering; both down for ten minutes',
      database: platform.database.kind === 'postgres' ? 'PostgreSQL' : 'embedded',
      load: `${logins} sign-ins`,
      injected,
      acknowledged: signedIn,
      lost: logins - signedIn,
      doubled,
      worstMs,
      seed,
      note: `${used.second} through the second provider, at once`,
    })
    assert.equal(doubled, 0)
    assert.ok(used.second > 0)
    await product.close()
  })
})
