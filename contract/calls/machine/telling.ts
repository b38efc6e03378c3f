import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id, root } from './parameters.ts'

const who = 'machine'
const scope = 'people:write'

export const tellNote = defineCall({
  name: 'tellNote',
  about: 'What another system knows of a borrower, in words: the staff read it on the card with the name of the system',
  method: 'POST',
  path: `${root}/people/:id/notes`,
  who,
  scope,
  status: 201,
  params: id,
  body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
  answer: z.object({ id: z.string() }),
  example: { body: { text: 'Просит звонить после 18 часов' } },
  errors: ['forbidden', 'not_found'],
  idempotent: true,
})

export const tellMark = defineCall({
  name: 'tellMark',
  about: 'A mark of a borrower: a code with a value, of which the last word of each system stands; null takes it away',
  method: 'POST',
  path: `${root}/people/:id/marks`,
  who,
  scope,
  status: 201,
  params: id,
  body: z.object({
    mark: z.string().check(z.regex(/^[a-z][\w.-]{0,59}$/, 'Код: латиница, цифры, точка, дефис, с маленькой буквы')),
    value: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))),
  }),
  answer: z.object({ id: z.string() }),
  example: { body: { mark: 'segment', value: 'Постоянный' } },
  errors: ['forbidden', 'not_found'],
  idempotent: true,
})
