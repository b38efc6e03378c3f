import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { identityLevels } from '../person/identity.ts'

const id = z.string().check(z.maxLength(64))
const name = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'имя поставщика'))
/** A screen of the flow, never an address. */
const screen = z.string().check(z.regex(/^\/step\d{1,2}$/, 'экран приложения'))
const text = (longest: number) => z.string().check(z.maxLength(longest))

const offered = z.array(
  z.object({
    name: z.string(),
    /** «Войти через …» */
    through: z.string(),
    signIn: z.boolean(),
    fill: z.boolean(),
  }),
)

const day = z.string()
const address = z.record(z.string(), z.nullish(z.string()))

/** What a provider said, as fields of steps take it. */
const values = z.object({
  surname: z.optional(z.string()),
  name: z.optional(z.string()),
  patronymic: z.nullish(z.string()),
  birthDate: z.optional(day),
  sex: z.optional(z.enum(['female', 'male'])),
  snils: z.optional(z.string()),
  inn: z.optional(z.string()),
  passportNumber: z.optional(z.string()),
  passportIssuedOn: z.optional(day),
  passportIssuedBy: z.optional(z.string()),
  departmentCode: z.optional(z.string()),
  birthPlace: z.optional(z.string()),
  registration: z.optional(address),
  home: z.optional(address),
})

const record = z.object({
  provider: z.string(),
  label: z.string(),
  level: z.enum(identityLevels),
  at: z.string(),
  goodUntil: z.string(),
})

export const identityOffers = defineCall({
  name: 'identityOffers',
  quiet: true,
  about: 'By whom a borrower may sign in or have fields filled',
  method: 'GET',
  path: '/service/identity',
  who: 'anyone',
  answer: z.object({ offered }),
})

const started = z.object({ url: z.string() })

export const startIdentitySignIn = defineCall({
  name: 'startIdentitySignIn',
  about: 'Begins a sign-in by a provider of identity: where the browser goes',
  method: 'POST',
  path: '/service/identity/sign-in',
  who: 'anyone',
  limit: 'identity',
  lane: 'outside',
  body: z.object({ provider: name }),
  answer: started,
  errors: ['not_found', 'identity_away'],
})

export const startIdentity = defineCall({
  name: 'startIdentity',
  about:
    'Begins to take data of a request from a provider of identity, with a consent of its own: where the browser goes',
  method: 'POST',
  path: '/service/requests/:id/identity',
  limit: 'identity',
  lane: 'outside',
  params: z.object({ id }),
  body: z.object({ provider: name, purpose: z.enum(['fill', 'identify']), screen, agreed: z.literal(true) }),
  answer: started,
  errors: ['not_found', 'state_conflict', 'identity_away'],
})

export const finishIdentity = defineCall({
  name: 'finishIdentity',
  about:
    'What the browser brought back from a provider of identity: the code is exchanged once, in the browser that began; asked again, the same answer',
  method: 'POST',
  path: '/service/identity/finish',
  who: 'anyone',
  limit: 'identity',
  lane: 'outside',
  largest: 16_384,
  body: z.object({
    provider: name,
    state: text(100),
    code: z.optional(text(8192)),
    error: z.optional(text(200)),
    errorDescription: z.optional(text(2000)),
    iss: z.optional(text(300)),
  }),
  answer: z.object({
    /** `newcomer`: nobody here is linked to it: phone and code first. */
    result: z.enum(['signedIn', 'newcomer', 'filled']),
    screen: z.string(),
  }),
  errors: ['identity_refused', 'identity_elsewhere', 'identity_over', 'identity_away', 'request_in_flight'],
})

export const adoptIdentity = defineCall({
  name: 'adoptIdentity',
  about: 'Takes what this browser brought from a provider of identity into the account that was signed in to since',
  method: 'POST',
  path: '/service/identity/adoption',
  limit: 'identity',
  body: z.object({ link: z.boolean(), agreed: z.literal(true) }),
  status: 204,
  errors: ['identity_over', 'identity_refused', 'confirm_again'],
})

export const requestIdentity = defineCall({
  name: 'requestIdentity',
  quiet: true,
  about: 'Who may fill the fields of a request, and what one has said: the borrower’s own data',
  method: 'GET',
  path: '/service/requests/:id/identity',
  params: z.object({ id }),
  answer: z.object({
    offered,
    /** The law, or the lender, asks for it before the contract. */
    demanded: z.boolean(),
    /** `needed`: nobody has said enough yet; `differs`: of this person, with other values than were sent. */
    state: z.enum(['open', 'needed', 'differs']),
    record: z.optional(z.extend(record, { values })),
  }),
  errors: ['not_found'],
})

export const ownIdentity = defineCall({
  name: 'ownIdentity',
  about: 'By whom the signed-in person was identified, and by whom they may sign in',
  method: 'GET',
  path: '/service/profile/identity',
  answer: z.object({
    records: z.array(record),
    links: z.array(z.object({ id: z.string(), provider: z.string(), label: z.string(), since: z.string() })),
  }),
})

export const linkIdentity = defineCall({
  name: 'linkIdentity',
  about:
    'Lets the person sign in by a provider that has said who they are; asks for a code not older than five minutes',
  method: 'POST',
  path: '/service/profile/identity/links',
  limit: 'rareChange',
  body: z.object({ provider: name }),
  status: 204,
  errors: ['confirm_again', 'not_found', 'identity_refused'],
})

export const unlinkIdentity = defineCall({
  name: 'unlinkIdentity',
  about: 'The provider lets nobody in any more; asks for a code not older than five minutes',
  method: 'DELETE',
  path: '/service/profile/identity/links/:linkId',
  limit: 'rareChange',
  params: z.object({ linkId: id }),
  status: 204,
  errors: ['confirm_again', 'not_found'],
})
