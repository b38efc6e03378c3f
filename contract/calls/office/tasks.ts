import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import type { OfficeNotice } from '../../notices/office.ts'
import { officeNotices } from '../../notices/office.ts'
import { moment } from '../given.ts'
import { comment, id, keys, page } from './parameters.ts'

export const taskKinds = { task: 'Задача', callback: 'Перезвонить' } as const
export type TaskKind = keyof typeof taskKinds

const taskItem = z.object({
  id: z.string(),
  kind: keys<TaskKind>(taskKinds),
  requestId: z.optional(z.string()),
  /** It is about a debt: whoever calls begins the call on the page of the loan. */
  loanId: z.optional(z.string()),
  /** «Иванова А. П.», where it is about a request. */
  name: z.optional(z.string()),
  words: z.string(),
  dueAt: z.string(),
  late: z.boolean(),
  /** Whose it is; nobody's in particular where it is absent. */
  assignee: z.optional(z.string()),
  by: z.string(),
  done: z.optional(z.object({ by: z.string(), at: z.string(), result: z.string() })),
})
export type Task = z.output<typeof taskItem>

export const taskTabs = ['mine', 'open', 'done'] as const

export const officeTasks = defineCall({
  name: 'officeTasks',
  quiet: true,
  about:
    'Tasks and call-backs: one’s own and nobody’s (`mine`), all that are open, or those done; the soonest due first, of those done the latest',
  method: 'GET',
  path: '/service/office/tasks',
  who: 'tasks.work',
  query: z.object({ ...page.shape, tab: z._default(z.enum(taskTabs), 'mine') }),
  answer: z.object({
    items: z.array(taskItem),
    next: z.optional(z.string()),
    /** Of one's own and nobody's: due by now. */
    due: z.number(),
    /** Who can be given a task. */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

export const addTask = defineCall({
  name: 'addTask',
  about:
    'A task, or a call to make, with the time it is due; for oneself, a colleague or whoever comes first. About a request, or a loan where loans may be read',
  method: 'POST',
  path: '/service/office/tasks',
  who: 'tasks.work',
  status: 201,
  body: z.object({
    kind: keys<TaskKind>(taskKinds),
    words: comment.check(z.trim(), z.minLength(1, 'Напишите, что нужно сделать')),
    dueAt: moment,
    requestId: z.optional(z.string().check(z.maxLength(100))),
    loanId: z.optional(z.string().check(z.maxLength(64))),
    assignee: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.object({ id: z.string() }),
  errors: ['not_found', 'forbidden'],
  idempotent: true,
})

export const endTask = defineCall({
  name: 'endTask',
  about: 'The task is done, with what came of it',
  method: 'POST',
  path: '/service/office/tasks/:id/done',
  who: 'tasks.work',
  status: 204,
  params: id,
  body: z.object({ result: comment }),
  errors: ['not_found', 'state_conflict'],
})

export const tellTemplates = defineCall({
  name: 'tellTemplates',
  about: 'The templates for the staff, in the words that are in force',
  method: 'GET',
  path: '/service/office/requests/templates',
  who: 'requests.review',
  answer: z.object({
    templates: z.array(z.object({ template: keys<OfficeNotice>(officeNotices), words: z.string() })),
  }),
})

export const tellClient = defineCall({
  name: 'tellClient',
  about:
    'Tells the client of a request one of the templates for the staff, in the hours of the day where they live; never about a debt',
  method: 'POST',
  path: '/service/office/requests/:id/messages',
  who: 'requests.review',
  status: 204,
  params: id,
  body: z.object({ template: keys<OfficeNotice>(officeNotices) }),
  errors: ['not_found', 'state_conflict', 'too_often'],
})
