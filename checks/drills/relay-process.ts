import { createMessages } from '#server/modules/messages/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'

/** A server reduced to its outbox: it sends what waits to the stand-in at GATEWAY; with PUT it first fills the outbox by so many. */
const { GATEWAY = '', PUT = '0', LEASE_MS = '25000' } = process.env
const log = openLog({ clock: systemClock, level: 'silent' })
const platform = await openPlatform(readConfig(process.env), { log })
const messages = createMessages({
  platform,
  sms: [
    {
      name: 'stand-in',
      async send({ key, text }) {
        const answer = await fetch(GATEWAY, { method: 'POST', body: JSON.stringify({ key, text }) })
        if (!answer.ok) throw new Error('the stand-in did not take it')
        return key
      },
      delivery: async () => ({ state: 'delivered' }),
    },
  ],
  email: { name: 'none', send: async ({ key }) => key },
  zone: 'Europe/Moscow',
  files: async () => [],
  leaseMs: Number(LEASE_MS),
})
await platform.jobs.start()
const count = Number(PUT)
for (let n = 0; n < count; n += 20) {
  await platform.transact(async (tx) => {
    for (let m = n; m < Math.min(n + 20, count); m += 1)
      await messages.sms(tx, { kind: 'drill', phone: '+79160000000', text: `${Math.floor(m / 4)} ${m % 4}` })
  })
}
process.send?.('ready')
