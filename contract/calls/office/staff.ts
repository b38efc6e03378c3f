import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { rightNames } from '../../roles.ts'
import { totp } from './ownSignIn.ts'
import { id, short } from './parameters.ts'

export const staffSchema = z.object({
  id: z.string(),
  login: z.string(),
  name: z.string(),
  role: z.string(),
  disabled: z.boolean(),
})

/** Who is signed in, with what their role is called and lets them do. */
export const selfSchema = z.extend(staffSchema, { roleTitle: z.string(), rights: z.array(z.enum(rightNames)) })

const roleId = z.string().check(z.maxLength(40))

export const officeSignIn = defineCall({
  name: 'officeSignIn',
  about: 'Signs a member of the staff in by password and one-time code of the authenticator',
  method: 'POST',
  path: '/service/office/session',
  limit: 'staffSignIn',
  who: 'anyone',
  body: z.object({ login: short, password: short, totp }),
  answer: selfSchema,
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
  answer: selfSchema,
})

const roleTitles = z.array(z.object({ id: z.string(), title: z.string() }))
export type StaffRoles = z.output<typeof roleTitles>

export const officeStaff = defineCall({
  name: 'officeStaff',
  about: 'Members of the staff, the roles there are, and what waits for another one’s word',
  method: 'GET',
  path: '/service/office/staff',
  who: 'staff.manage',
  answer: z.object({
    /** `fresh`: has not signed in yet, or not since the sign-in was reset. */
    items: z.array(z.extend(staffSchema, { fresh: z.boolean() })),
    grants: z.array(
      z.object({
        id: z.string(),
        staffId: z.string(),
        /** `add`: a new account; `open`: a closed one again; `role`: a higher role; `reset`: another password and authenticator. */
        kind: z.enum(['add', 'open', 'role', 'reset']),
        role: z.string(),
        askedBy: z.string(),
        at: z.string(),
        /** May be confirmed by who asks: not by the one who asked for it, nor by the one it is for. */
        mayConfirm: z.boolean(),
      }),
    ),
    /** Those of the lender's file, in its order. */
    roles: roleTitles,
  }),
})

/** The secret of a link `/office/invitation#…`, and until when it may be opened. */
const invitation = z.object({ token: z.string(), until: z.string() })

export const addStaff = defineCall({
  name: 'addStaff',
  about: 'Adds a member of the staff; they get their password and authenticator secret by the link, which opens once',
  method: 'POST',
  path: '/service/office/staff',
  who: 'staff.manage',
  status: 201,
  body: z.object({ login: short, name: short, role: roleId }),
  answer: z.object({
    staff: staffSchema,
    invitation,
    /** May not sign in before another administrator has confirmed the account. */
    pending: z.boolean(),
  }),
  errors: ['invalid_answers'],
  idempotent: true,
})

export const inviteStaff = defineCall({
  name: 'inviteStaff',
  about: 'Another link for a member who has not signed in yet, or not since their reset; the one before is dead',
  method: 'POST',
  path: '/service/office/staff/:id/invitation',
  who: 'staff.manage',
  status: 201,
  params: id,
  answer: invitation,
  errors: ['not_found', 'state_conflict'],
})

export const openInvitation = defineCall({
  name: 'openInvitation',
  about: 'Spends the link of a new member; their password and authenticator secret are made and answered this once',
  method: 'POST',
  path: '/service/office/invitation',
  limit: 'invitation',
  who: 'anyone',
  body: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/, 'Ссылка неполная')) }),
  answer: z.object({
    login: z.string(),
    name: z.string(),
    password: z.string(),
    totpSecret: z.string(),
    totpUri: z.string(),
    /** May not sign in before another administrator has confirmed the account. */
    pending: z.boolean(),
  }),
  errors: ['invitation_over'],
})

export const changeStaff = defineCall({
  name: 'changeStaff',
  about:
    "Changes a member's role, or cuts them off; effective on their next request. A higher role and an opened account wait for another administrator (`pending`)",
  method: 'POST',
  path: '/service/office/staff/:id',
  who: 'staff.manage',
  params: id,
  answer: z.object({ pending: z.boolean() }),
  body: z.object({ role: z.optional(roleId), disabled: z.optional(z.boolean()) }),
  errors: ['invalid_answers', 'not_found', 'state_conflict'],
})

export const resetStaff = defineCall({
  name: 'resetStaff',
  about:
    'Takes password, authenticator and passkeys of another member away, who then gets in by a new link; waits for another administrator (`pending`). A sole administrator does it at once, but never to another administrator',
  method: 'POST',
  path: '/service/office/staff/:id/reset',
  who: 'staff.manage',
  params: id,
  answer: z.object({ pending: z.boolean() }),
  errors: ['not_found', 'second_person', 'state_conflict'],
})

export const decideGrant = defineCall({
  name: 'decideGrant',
  about: 'A second administrator confirms a right or declines it; who asked for it may only take it back',
  method: 'POST',
  path: '/service/office/grants/:id',
  who: 'staff.manage',
  status: 204,
  params: id,
  body: z.object({ confirm: z.boolean() }),
  errors: ['not_found', 'second_person', 'state_conflict'],
})
