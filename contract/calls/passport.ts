import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const passportReading = defineCall({
  name: 'passportReading',
  quiet: true,
  about: "What a machine has read of the photo of the passport's main spread: only what its check digits prove",
  method: 'GET',
  path: '/service/requests/:id/passport',
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  answer: z.object({
    /** `none`: there is no photo; `reading`: ask again in a moment; `unread`: it is typed by hand. */
    state: z.enum(['none', 'reading', 'unread', 'read']),
    values: z.optional(
      z.object({
        number: z.string(),
        birthDate: day,
        sex: z.enum(['female', 'male']),
        issuedOn: day,
        departmentCode: z.string(),
      }),
    ),
  }),
  errors: ['not_found'],
})

export type PassportAnswer = NonNullable<z.output<NonNullable<typeof passportReading.answer>>>
