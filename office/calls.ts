import { createCaller } from '#ui/shell/calls.ts'
import { forgetStaff } from './session.ts'

/** Makes one call of the office. A lost session brings the sign-in form up, at the same address */
export const makeCall = createCaller(() => forgetStaff())
