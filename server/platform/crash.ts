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
  'file-written',
  'file-renamed',
  'file-stored',
  'file-settled',
] as const
export type CrashPoint = (typeof crashPoints)[number]

/** `CRASH_AT=message-sent:3` ends the process at its third passing of that point; never in production. */
const { CRASH_AT = '', NODE_ENV } = process.env
const [armed, count = '1'] = NODE_ENV === 'production' ? [] : CRASH_AT.split(':')
let left = Number(count)

/** Does nothing, but where a drill armed this very point. */
export function crash(point: CrashPoint): void {
  if (point !== armed) return
  left -= 1
  if (left > 0) return
  writeSync(1, `crash point ${point}\n`)
  process.kill(process.pid, 'SIGKILL')
}
