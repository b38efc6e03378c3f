import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { scopeNames } from '../../machine/scopes.ts'
import { day } from '../given.ts'
import { id, short } from './parameters.ts'

/** What a machine client is given. */
const given = {
  name: short.check(z.trim(), z.minLength(1, 'Назовите систему')),
  scopes: z.array(z.enum(scopeNames)).check(z.minLength(1, 'Отметьте хотя бы одно право'), z.maxLength(20)),
  /** Addresses and networks (`192.0.2.0/24`) it may call from; none: any. */
  addresses: z.array(z.string().check(z.maxLength(50))).check(z.maxLength(50)),
  /** Calls a minute. */
  rate: z.int().check(z.minimum(1, 'От 1'), z.maximum(60_000, 'До 60 000')),
  /** The last day it may call, `YYYY-MM-DD`. */
  until: z.nullable(day),
  /** A JSON Web Key Set of public keys, for `private_key_jwt`; empty: it has a secret only. */
  jwks: z.string().check(z.maxLength(20_000)),
}

const givenSchema = z.object(given)

const wishKinds = ['make', 'change', 'secret', 'end'] as const

export const machineSchema = z.object({
  id: z.string(),
  ...given,
  state: z.enum(['asked', 'active', 'stopped', 'ended']),
  /** Its secrets; `open`: may be used. A secret itself is shown once, when it is made. */
  secrets: z.array(z.object({ id: z.string(), madeAt: z.string(), open: z.boolean() })),
  lastUsed: z.nullable(z.string()),
  /** Calls of the last thirty days. */
  calls: z.number(),
  /** What waits for another administrator. */
  wish: z.nullable(
    z.object({
      kind: z.enum(wishKinds),
      by: z.string(),
      at: z.string(),
      mayConfirm: z.boolean(),
      change: z.nullable(givenSchema),
    }),
  ),
})

export const officeMachines = defineCall({
  name: 'officeMachines',
  about: 'Machine clients, and what waits for a second administrator',
  method: 'GET',
  path: '/service/office/machines',
  who: 'connections.manage',
  answer: z.object({ tokenEndpoint: z.string(), items: z.array(machineSchema) }),
})

/** `pending`: works when another administrator has confirmed it. */
const pending = z.object({ pending: z.boolean() })
const secretShown = z.object({ id: z.string(), secret: z.string(), pending: z.boolean() })

export const addMachine = defineCall({
  name: 'addMachine',
  about: 'Makes a machine client; its secret is answered this once. Works when another administrator has confirmed it',
  method: 'POST',
  path: '/service/office/machines',
  who: 'connections.manage',
  status: 201,
  body: givenSchema,
  answer: secretShown,
  errors: ['invalid_answers'],
  idempotent: true,
})

export const changeMachine = defineCall({
  name: 'changeMachine',
  about: 'Changes what a machine client may do; works when another administrator has confirmed it',
  method: 'POST',
  path: '/service/office/machines/:id',
  who: 'connections.manage',
  params: id,
  body: givenSchema,
  answer: pending,
  errors: ['not_found', 'invalid_answers', 'state_conflict'],
})

export const addMachineSecret = defineCall({
  name: 'addMachineSecret',
  about: 'A second secret for a rotation, answered this once; the first goes on until it is ended',
  method: 'POST',
  path: '/service/office/machines/:id/secrets',
  who: 'connections.manage',
  status: 201,
  params: id,
  answer: secretShown,
  errors: ['not_found', 'state_conflict'],
  idempotent: true,
})

export const endMachineSecret = defineCall({
  name: 'endMachineSecret',
  about: 'Ends a secret and every token it brought, at once',
  method: 'DELETE',
  path: '/service/office/machines/:id/secrets/:secret',
  who: 'connections.manage',
  status: 204,
  params: z.extend(id, { secret: z.string().check(z.maxLength(64)) }),
  errors: ['not_found'],
})

export const endMachine = defineCall({
  name: 'endMachine',
  about: 'Stops a machine client and all its tokens at once; another administrator ends it for good',
  method: 'POST',
  path: '/service/office/machines/:id/end',
  who: 'connections.manage',
  params: id,
  answer: pending,
  errors: ['not_found', 'state_conflict'],
})

export const decideMachine = defineCall({
  name: 'decideMachine',
  about: 'Another administrator confirms what was asked for; who asked may only take it back',
  method: 'POST',
  path: '/service/office/machines/:id/decision',
  who: 'connections.manage',
  status: 204,
  params: id,
  body: z.object({ confirm: z.boolean() }),
  errors: ['not_found', 'second_person'],
})
