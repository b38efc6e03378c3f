import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { roles } from '../../review.ts'
import { id, short } from './parameters.ts'

const staffSchema = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  role: z.enum(roles),
  disabled: z.boolean(),
})

export const officeSignIn = defineCall({
  name: 'officeSignIn',
  about: 'Signs a member of the staff in by password and one-time code of the authenticator',
  method: 'POST',
  path: '/service/office/session',
  who: 'anyone',
  body: z.object({ login: short, password: short, totp: z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр')) }),
  answer: staffSchema,
  errors: ['sign_in_wrong'],
})

export const officeSignOut = defineCall({
  name: 'officeSignOut',
  about: 'Ends the office session',
  method: 'DELETE',
  path: '/service/office/session',
  who: 'anyone',
  status: 204,
})

export const officeMe = defineCall({
  name: 'officeMe',
  about: 'Who is signed in to the office',
  method: 'GET',
  path: '/service/office/me',
  who: 'staff',
  answer: staffSchema,
})

export const officeStaff = defineCall({
  name: 'officeStaff',
  about: 'Members of the staff',
  method: 'GET',
  path: '/service/office/staff',
  who: 'administrator',
  answer: z.object({ items: z.array(staffSchema) }),
})

export const addStaff = defineCall({
  name: 'addStaff',
  about: 'Adds a member of the staff; the password and the authenticator secret are shown once',
  method: 'POST',
  path: '/service/office/staff',
  who: 'administrator',
  status: 201,
  body: z.object({ login: short, name: short, role: z.enum(roles) }),
  answer: z.object({ staff: staffSchema, password: z.string(), totpSecret: z.string(), totpUri: z.string() }),
  errors: ['invalid_answers'],
  idempotent: true,
})

export const changeStaff = defineCall({
  name: 'changeStaff',
  about: "Changes a member's role, or cuts them off; effective on their next request",
  method: 'POST',
  path: '/service/office/staff/:id',
  who: 'administrator',
  status: 204,
  params: id,
  body: z.object({ role: z.optional(z.enum(roles)), disabled: z.optional(z.boolean()) }),
  errors: ['not_found', 'state_conflict'],
})
