import { reportFunnel } from '#contract/calls/operations.ts'
import { makeCall } from '../calls.ts'

type FunnelEvent = { step: number; what: 'opened' | 'left' }

const waiting: FunnelEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Which step was opened or left unaccepted; never what was answered. Sent together, lost without harm */
export function tellFunnel(event: FunnelEvent): void {
  waiting.push(event)
  if (timer === undefined) timer = setTimeout(send, 2000)
}

function send(): void {
  timer = undefined
  const events = waiting.splice(0, 50)
  if (events.length > 0) void makeCall(reportFunnel, { body: { events } }).catch(() => undefined)
}
