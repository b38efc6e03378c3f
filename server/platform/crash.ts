import { writeSync } from 'node:fs'

/** The instants a drill lets the process die at, each between two things that must go together. */
export const crashPoints = [
  'before-commit',
  'after-commit',
  'before-answer',
  'message-claimed',
  'message-sent',
  'payout-claimed',
  'payout-answered',
  'payment-claimed',
  'payment-answered',
  'file-written',
  'file-renamed',
  'file-stored',
  'file-settled',
] as const
export type CrashPoint = (typeof crashPoints)[number]

/**
 * `CRASH_AT=message-sent:3` ends the process at its third passing of that point; `CRASH_AT=before-answer:3:reject` leaves a rejected
 * promise behind there that nobody waits for, `:throw` an exception that nobody catches. Never in production.
 */
const { CRASH_AT = '', NODE_ENV } = process.env
const [armed, count = '1', how = 'kill'] = NODE_ENV === 'production' ? [] : CRASH_AT.split(':')
let left = Number(count)

/** With somebody's data in it, which no report may show. */
const slip = 'nobody expected this of +79161234567, 4510 235857'

/** Does nothing, but where a drill armed this very point. */
export function crash(point: CrashPoint): void {
  if (point !== armed) return
  left -= 1
  if (left > 0 || (left < 0 && how !== 'kill')) return
  if (how === 'reject') return void Promise.reject(new Error(slip))
  if (how === 'throw')
    return void setImmediate(() => {
      throw new Error(slip)
    })
  writeSync(1, `crash point ${point}\n`)
  process.kill(process.pid, 'SIGKILL')
}
