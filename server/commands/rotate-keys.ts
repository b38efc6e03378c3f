import type { Run } from './command.ts'
import { runWork } from './works.ts'

export const run: Run = () => runWork('rotate-keys')
