import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id, keys, page } from './parameters.ts'

/** What the lender's core is told of a loan, and what the office calls it. */
export const coreEntryKinds = {
  person: 'Заёмщик',
  opened: 'Выдача займа',
  interest: 'Проценты',
  penalty: 'Неустойка',
  credit: 'Уменьшение долга',
  paid: 'Платёж',
  refunded: 'Возврат переплаты',
  uncharged: 'Отмена начисления',
  undone: 'Отмена операции',
  closed: 'Закрытие займа',
} as const
export type CoreEntryKind = keyof typeof coreEntryKinds

const entry = z.object({
  id: z.string(),
  loanId: z.string(),
  contract: z.string(),
  kind: keys<CoreEntryKind>(coreEntryKinds),
  day: z.string(),
  amount: z.number(),
  state: z.enum(['waiting', 'refused']),
  attempts: z.number(),
  madeAt: z.string(),
  /** When it is tried next by itself. */
  dueAt: z.string(),
  fault: z.nullable(z.string()),
  /** How many entries of the loan wait behind it. */
  behind: z.number(),
})
export type OfficeCoreEntry = z.output<typeof entry>

export const officeCore = defineCall({
  name: 'officeCore',
  about: 'What the lender’s core has not taken: the first entry of each loan, oldest first, without personal data',
  method: 'GET',
  path: '/service/office/core',
  who: 'loans.read',
  query: page,
  answer: z.object({
    /** Null: no core is connected. */
    core: z.nullable(z.string()),
    waiting: z.number(),
    refused: z.number(),
    items: z.array(entry),
    next: z.optional(z.string()),
  }),
})

export const repeatCoreEntry = defineCall({
  name: 'repeatCoreEntry',
  about: 'Sends an entry to the core again, now; the core is asked first whether it has it',
  method: 'POST',
  path: '/service/office/core/:id/repeat',
  who: 'money.manage',
  status: 204,
  params: id,
  errors: ['not_found', 'state_conflict'],
})
