import { resolve } from 'node:path'
import { StartRefused } from '../platform/refusal.ts'
import type { Run } from './command.ts'
import { runWork } from './works.ts'

/** `name=ФИО,birth=Дата рождения` */
function columnsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [column = '', title = ''] = part.split('=').map((each) => each.trim())
      if (!column || !title) throw new StartRefused(`--columns: «${part}» is not NAME=TITLE`)
      return [column, title]
    }),
  )
}

export const run: Run = ({ args: [file = '', name = ''], options }) =>
  runWork(
    'load-list',
    JSON.stringify([
      resolve(file),
      name,
      columnsOf(options.columns ?? 'name=ФИО,birth=Дата рождения'),
      options.as ?? 'screening',
    ]),
  )
