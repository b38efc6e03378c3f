import { defineCall } from '../../call.ts'
import { id } from './parameters.ts'

export const officeFile = defineCall({
  name: 'officeFile',
  about: 'A photo or video of a request in this reviewer’s hands; parts of it by the header Range',
  method: 'GET',
  path: '/service/office/files/:id',
  who: 'staff',
  params: id,
  errors: ['not_found', 'lease_lost', 'state_conflict'],
})
