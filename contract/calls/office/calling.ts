import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id } from './parameters.ts'

export const startCalling = defineCall({
  name: 'startCalling',
  about: 'The reviewer is calling the client: the client’s desk shows it for fifteen minutes, or until the call ends',
  method: 'POST',
  path: '/service/office/requests/:id/calling',
  who: 'requests.review',
  params: id,
  answer: z.object({ until: z.string() }),
  errors: ['not_found', 'lease_lost', 'state_conflict'],
})

export const endClientSessions = defineCall({
  name: 'endClientSessions',
  about:
    'Ends every sign-in of the client of a request, a phone lent the camera too: for one who says the phone is gone',
  method: 'DELETE',
  path: '/service/office/requests/:id/sessions',
  who: 'clients.signOut',
  params: id,
  answer: z.object({ ended: z.number() }),
  errors: ['not_found'],
})

export const endCalling = defineCall({
  name: 'endCalling',
  about: 'The call with the client is over',
  method: 'DELETE',
  path: '/service/office/requests/:id/calling',
  who: 'requests.review',
  status: 204,
  params: id,
  errors: ['not_found'],
})
