import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { type FileList, fileLists, type ListedBy, listedBy, type OwnList, ownLists } from '../../person/lists.ts'
import { day } from '../given.ts'
import { comment, id, keys, page, short } from './parameters.ts'

const entry = z.object({
  id: z.string(),
  list: keys<OwnList>(ownLists),
  /** As it was typed. */
  value: z.string(),
  reason: z.string(),
  author: z.string(),
  at: z.string(),
  until: z.optional(z.string()),
  /** What waits for another person: that it stands, or that it goes. */
  waits: z.optional(z.enum(['add', 'remove'])),
  /** Whether this member of the staff may say the second word. */
  mayConfirm: z.boolean(),
})
export type ListEntry = z.output<typeof entry>

export const officeLists = defineCall({
  name: 'officeLists',
  about: 'The lender’s own lists, newest first, and the lists that came as files',
  method: 'GET',
  path: '/service/office/lists',
  who: 'lists.manage',
  query: page,
  answer: z.object({
    items: z.array(entry),
    next: z.optional(z.string()),
    files: z.array(
      z.object({
        name: z.string(),
        kind: keys<FileList>(fileLists),
        sha256: z.string(),
        entries: z.number(),
        loadedAt: z.string(),
        /** Older than the lender allows: to be loaded anew. */
        old: z.boolean(),
        screenedAt: z.optional(z.string()),
      }),
    ),
  }),
})

export const addToList = defineCall({
  name: 'addToList',
  about: 'Puts somebody on a list of the lender’s; the black one needs another person’s word: `stands`',
  method: 'POST',
  path: '/service/office/lists',
  who: 'lists.manage',
  status: 201,
  body: z.object({
    list: keys<OwnList>(ownLists),
    by: keys<ListedBy>(listedBy),
    value: short.check(z.trim(), z.minLength(1)),
    birthDate: z.optional(day),
    reason: comment.check(z.trim(), z.minLength(1, 'Напишите причину')),
    until: z.optional(day),
  }),
  answer: z.object({ stands: z.boolean() }),
  errors: ['invalid_answers'],
  idempotent: true,
})

export const confirmListEntry = defineCall({
  name: 'confirmListEntry',
  about: 'The second word for an entry or its removal',
  method: 'POST',
  path: '/service/office/lists/:id/confirm',
  who: 'lists.manage',
  status: 204,
  params: id,
  errors: ['not_found', 'state_conflict', 'second_person'],
})

export const removeListEntry = defineCall({
  name: 'removeListEntry',
  about: 'Asks for the removal of an entry, which needs another person’s word; asked again, takes that back',
  method: 'DELETE',
  path: '/service/office/lists/:id',
  who: 'lists.manage',
  status: 204,
  params: id,
  errors: ['not_found', 'state_conflict'],
})
