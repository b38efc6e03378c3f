import { createMessages } from '#server/modules/messages/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'

/**
 * A server reduced to its outbox: it sends what waits to the stand-in at GATEWAY. Told the number of a batch, it writes twenty messages,
 * four to each of five requests, in one transaction.
 */
const { GATEWAY = '' } = process.env
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
  zoneOf: async () => 'Europe/Moscow',
  files: async () => [],
})
await platform.jobs.start()
process.on('message', async (batch: number) => {
  await platform.transact(async (tx) => {
    for (let n = 0; n < 20; n += 1) {
      const requestId = String(batch * 5 + (n % 5))
      const text = `${requestId} ${Math.floor(n / 5)}`
      await messages.sms(tx, { kind: 'drill', phone: '+79160000000', text, requestId })
    }
  })
  process.send?.('put')
})
process.send?.('ready')
