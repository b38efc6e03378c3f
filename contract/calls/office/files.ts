import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id } from './parameters.ts'

export const officeFile = defineCall({
  name: 'officeFile',
  about: 'A photo or video of a request in this reviewer’s hands; parts of it by the header Range',
  method: 'GET',
  path: '/service/office/files/:id',
  who: 'requests.review',
  params: id,
  /** `small`: for a thumbnail, which does not count as having had it open. */
  query: z.object({ small: z.optional(z.literal('1')) }),
  errors: ['not_found', 'lease_lost', 'state_conflict'],
})
