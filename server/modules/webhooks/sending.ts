import type { CloudEvent } from '#contract/calls/machine/events.ts'
import { OutboundError } from '#server/platform/outbound.ts'
import type { Platform } from '#server/platform/platform.ts'
import { webhookSignature } from '#server/platform/webhook-signature.ts'
import type { WebhookRow } from './store.ts'

/** What came of one call. */
export interface Tried {
  readonly delivered: boolean
  readonly status: number | null
  readonly fault: string | null
  /** The receiver wants nothing more (410). */
  readonly gone: boolean
}

const answerMs = 10_000

export const secretPlace = (id: string, column: 'secret' | 'old_secret') => ({ table: 'webhook', id, column })

/** One event to one receiver, signed as Standard Webhooks say: by both keys while they are changed. Never throws. */
export function createSender({ sealing, outbound, clock }: Pick<Platform, 'sealing' | 'outbound' | 'clock'>) {
  function keysOf({ id, secret, old_secret, old_until }: WebhookRow, now: Date): string[] {
    const old =
      old_secret && old_until && old_until > now
        ? [sealing.unseal<string>(old_secret, secretPlace(id, 'old_secret'))]
        : []
    return [sealing.unseal<string>(secret, secretPlace(id, 'secret')), ...old]
  }

  return async (webhook: WebhookRow, event: CloudEvent): Promise<Tried> => {
    const now = clock.now()
    const timestamp = String(Math.floor(now.getTime() / 1000))
    const body = JSON.stringify(event)
    const signatures = keysOf(webhook, now).map((key) => `v1,${webhookSignature(key, event.id, timestamp, body)}`)
    try {
      const { status } = await outbound({
        url: webhook.url,
        method: 'POST',
        headers: {
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'webhook-id': event.id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signatures.join(' '),
        },
        body,
        timeout: answerMs,
        statusOnly: true,
      })
      const delivered = status >= 200 && status < 300
      return { delivered, status, fault: delivered ? null : 'status', gone: status === 410 }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { delivered: false, status: null, fault: error.code, gone: false }
    }
  }
}

export type Send = ReturnType<typeof createSender>
