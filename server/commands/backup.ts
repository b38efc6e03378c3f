import { resolve } from 'node:path'
import type { Run } from './command.ts'
import { runWork } from './works.ts'

export const run: Run = ({ args: [folder = ''] }) => runWork('backup', resolve(folder))
