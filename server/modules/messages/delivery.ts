import type { Platform } from '#server/platform/platform.ts'
import type { Delivery, SmsGateway } from '#server/providers/sms/port.ts'
import { type Content, contentPlace, contentSealing } from './content.ts'
import { type MessageRow, messagesToCheck, updateMessage } from './store.ts'

const batch = 50
const minute = 60_000
const gaveUpAfter = 48 * 60 * minute

/** Reads the delivery of sent messages back from their gateways: often at first, ever more seldom later. */
export function createDelivery(platform: Platform, gateways: readonly SmsGateway[]) {
  const { clock, log } = platform

  function nextLook(row: MessageRow, now: Date): Date | null {
    const age = now.getTime() - (row.sent_at ?? row.created_at).getTime()
    return age > gaveUpAfter ? null : new Date(now.getTime() + Math.min(60 * minute, Math.max(10_000, age)))
  }

  async function look(row: MessageRow): Promise<Delivery> {
    const gateway = gateways.find(({ name }) => name === row.provider)
    if (!gateway || !row.provider_id) return { state: 'sent' }
    const sealing = await contentSealing(platform, platform.db, row.client_id)
    const phone = sealing.unseal<Content>(row.sealed, contentPlace(row.id)).to
    return gateway.delivery(row.provider_id, phone).catch((error: unknown) => {
      log.warn({ message: row.id, gateway: gateway.name, err: error }, 'the delivery of a message could not be read')
      return { state: 'sent' }
    })
  }

  async function settle(row: MessageRow, found: Delivery): Promise<void> {
    await platform.transact(async (tx) => {
      const change = { state: found.state, reason: found.reason ?? null, settled_at: clock.now(), check_at: null }
      if (!(await updateMessage(tx.db, row.id, 'sent', change))) return
      tx.journal({
        event: `message.${found.state}`,
        actor: { kind: 'job', id: 'message.delivery' },
        subject: { kind: 'message', id: row.id },
        data: { kind: row.kind, provider: row.provider, ...(found.reason && { reason: found.reason }) },
      })
    })
  }

  return {
    async readBack(): Promise<void> {
      for (const row of await messagesToCheck(platform.db, clock.now(), batch)) {
        const found = await look(row)
        if (found.state === 'sent')
          await updateMessage(platform.db, row.id, 'sent', { check_at: nextLook(row, clock.now()) })
        else await settle(row, found)
      }
    },
  }
}
