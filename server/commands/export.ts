import { constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import type { Run } from './command.ts'
import { runWork } from './works.ts'

export const run: Run = ({ options, flags }) => {
  const since = options.since ?? ''
  const folder = resolve(options.to ?? `export-${since}`)
  const personal = flags.has('with-personal')
  // The servers beside it come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  return runWork('export', JSON.stringify({ folder, since, personal, reason: options.reason ?? '' }))
}
