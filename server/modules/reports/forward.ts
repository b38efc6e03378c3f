import { OutboundError } from '#server/platform/outbound.ts'
import type { Platform } from '#server/platform/platform.ts'
import { version } from '#server/platform/version.ts'

const mostWaiting = 64

interface Service {
  readonly url: string
  readonly dsn: string
  readonly auth: string
}

/** Where a DSN leads: `https://KEY@HOST/PATH/PROJECT` takes envelopes at `https://HOST/PATH/api/PROJECT/envelope/`. */
export function serviceOf(dsn: string): Service | null {
  const url = URL.parse(dsn)
  const [, folder = '', project] = /^(.*)\/(\w+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url?.username || !project) return null
  return {
    dsn,
    url: `${url.origin}${folder}/api/${project}/envelope/`,
    auth: `Sentry sentry_version=7, sentry_key=${url.username}, sentry_client=zayavka/${version}`,
  }
}

/**
 * Hands error events on to the error service of the configuration: to that address only, whatever the browser's envelope says. Nobody
 * waits for it: what the service does not take now goes with the next report, of more than 64 the oldest are dropped.
 */
export function createForward({ config, outbound, log, clock }: Platform) {
  const service = config.sentryDsn === undefined ? null : serviceOf(config.sentryDsn)
  const waiting: object[] = []
  let sending = false

  async function sendAll(to: Service): Promise<void> {
    for (let event = waiting[0]; event; event = waiting[0]) {
      const head = {
        sent_at: clock.now().toISOString(),
        dsn: to.dsn,
        ...('event_id' in event && { event_id: event.event_id }),
      }
      const body = [head, { type: 'event' }, event].map((line) => `${JSON.stringify(line)}\n`).join('')
      const headers = { 'content-type': 'application/x-sentry-envelope', 'x-sentry-auth': to.auth }
      const { status } = await outbound({ url: to.url, method: 'POST', headers, body })
      if (status === 429 || status >= 500)
        throw new OutboundError('outbound_unreachable', `The error service answered ${status}`)
      if (status >= 400) log.warn({ status }, 'the error service refused a report')
      waiting.splice(waiting.indexOf(event), 1)
    }
  }

  return async (events: readonly object[]): Promise<void> => {
    if (!service || events.length === 0) return
    waiting.push(...events)
    waiting.splice(0, waiting.length - mostWaiting)
    if (sending) return
    sending = true
    try {
      await sendAll(service)
    } catch (error) {
      log.warn({ waiting: waiting.length, error }, 'reports wait for the error service')
    } finally {
      sending = false
    }
  }
}
