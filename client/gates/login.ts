import { signOut } from '#contract/calls/auth.ts'
import { rememberPlace } from '#ui/auth/wayBack.ts'
import { makeCall } from '../calls.ts'

/** The logout/login action: ends the session and lands on the sign-in screen, which brings the person back here */
export async function goToLogin(): Promise<void> {
  rememberPlace(location.pathname)
  // ended or not, the person must be able to sign in again
  await makeCall(signOut, undefined).catch(() => undefined)
  location.assign('/step2')
}
