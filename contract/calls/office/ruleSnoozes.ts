import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { day } from '../given.ts'
import { comment, id, idInAddress } from './parameters.ts'

const snooze = z.object({
  id: z.string(),
  client: z.string(),
  rule: z.string(),
  until: z.string(),
  reason: z.string(),
  askedBy: z.string(),
  at: z.string(),
  confirmedBy: z.optional(z.string()),
  waits: z.boolean(),
  mayConfirm: z.boolean(),
})
export type Snooze = z.output<typeof snooze>

export const ruleSnoozes = defineCall({
  name: 'ruleSnoozes',
  about: 'Rules that do not speak of a person until a day',
  method: 'GET',
  path: '/service/office/rules/snoozes',
  who: 'rules.read',
  query: z.object({ client: z.optional(idInAddress) }),
  answer: z.object({
    items: z.array(snooze),
    /** Rows of the rules in force that may be snoozed. */
    rules: z.array(z.object({ code: z.string(), text: z.string() })),
  }),
})

export const askSnooze = defineCall({
  name: 'askSnooze',
  about: 'Asks that one rule be silent of one person until a day; another person confirms it',
  method: 'POST',
  path: '/service/office/rules/snoozes',
  who: 'rules.edit',
  status: 201,
  body: z.object({
    client: z.string().check(z.maxLength(64)),
    rule: z.string().check(z.maxLength(40)),
    until: day,
    reason: comment.check(z.trim(), z.minLength(1, 'Напишите, почему')),
  }),
  answer: z.object({ id: z.string() }),
  errors: ['not_found', 'invalid_answers', 'rules_busy'],
  idempotent: true,
})

export const confirmSnooze = defineCall({
  name: 'confirmSnooze',
  about: 'The second word for a snooze',
  method: 'POST',
  path: '/service/office/rules/snoozes/:id/confirm',
  who: 'rules.approve',
  status: 204,
  params: id,
  errors: ['not_found', 'rules_over', 'second_person'],
})

export const endSnooze = defineCall({
  name: 'endSnooze',
  about: 'Ends a snooze, or the asking for one: whoever has `rules.edit` or `rules.approve`',
  method: 'DELETE',
  path: '/service/office/rules/snoozes/:id',
  who: 'rules.read',
  also: ['rules.edit', 'rules.approve'],
  status: 204,
  params: id,
  errors: ['not_found', 'rules_over'],
})
