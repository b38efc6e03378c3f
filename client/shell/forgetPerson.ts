import { signOut } from '#contract/calls/auth.ts'
import { dropAllEvidence } from '#ui/capture/keptEvidence.ts'
import { forgetWish } from '#ui/request/keptWish.ts'
import { checkAuth } from '../auth.ts'
import { makeCall } from '../calls.ts'
import { dropAllDrafts } from '../filling/keptDrafts.ts'
import { requestsStore } from '../requestsStore.ts'

/** Signs out and leaves nothing of the person on this device. Fetched only then: it brings schemas with it */
export async function forgetPerson(): Promise<void> {
  await makeCall(signOut, undefined).catch(() => undefined)
  await dropAllDrafts()
  await dropAllEvidence()
  forgetWish()
  requestsStore.set(null)
  await checkAuth()
}
