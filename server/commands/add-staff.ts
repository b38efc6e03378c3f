import type { Run } from './command.ts'
import { runWork } from './works.ts'

export const run: Run = ({ args }) => runWork('add-staff', JSON.stringify(args))
