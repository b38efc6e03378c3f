import { createCaller } from '#ui/shell/calls.ts'
import { forgetStaff } from './session.ts'

/** Answers of a normal day at work, not faults of the program */
const everyday = [
  'not_signed_in',
  'sign_in_wrong',
  'lease_lost',
  'version_conflict',
  'not_reviewed',
  'second_person',
  'invalid_answers',
]

/** Makes one call of the office. A lost session brings the sign-in form up, at the same address */
export const makeCall = createCaller(() => forgetStaff(), everyday)
