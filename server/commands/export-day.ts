import { resolve } from 'node:path'
import type { Run } from './command.ts'
import { runWork } from './works.ts'

export const run: Run = ({ args: [day = ''], options }) => {
  const kind = options.kind ?? 'sums'
  return runWork('export-day', JSON.stringify([day, kind, resolve(options.to ?? `1c-${kind}-${day}.csv`)]))
}
