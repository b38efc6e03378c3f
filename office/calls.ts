import { officeMe } from '#contract/calls/office/staff.ts'
import { CallError } from '#ui/callError.ts'
import { type Caller, createCaller } from '#ui/shell/calls.ts'
import { forgetStaff, rememberStaff } from './session.ts'

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

const ask = createCaller(() => forgetStaff(), everyday)

/**
 * Makes one call of the office. A lost session brings the sign-in form up, at the same address; a refusal for want of a right
 * says that the role has changed since the page was opened: the bar and the buttons are drawn anew
 */
export const makeCall: Caller = async (call, input, options) => {
  try {
    return await ask(call, input, options)
  } catch (error) {
    if (error instanceof CallError && error.code === 'forbidden')
      void ask(officeMe, {}).then(rememberStaff, () => undefined)
    throw error
  }
}
