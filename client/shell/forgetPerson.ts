import { signOut } from '#contract/calls/auth.ts'
import { dropAllEvidence } from '#ui/capture/keptEvidence.ts'
import { forgetWish } from '#ui/request/keptWish.ts'
import { checkAuth } from '../auth.ts'
import { makeCall } from '../calls.ts'
import { detailStore } from '../filling/detail.ts'
import { dropAllDrafts } from '../filling/keptDrafts.ts'
import { heldRequest } from '../gates/heldRequest.ts'
import { nothingSeen, requestsStore } from '../requestsStore.ts'
import { hideOverlay, overlayStore } from './overlay.ts'

/** Signs out and leaves nothing of the person on this device. Fetched only then: it brings schemas with it */
export async function forgetPerson(): Promise<void> {
  overlayStore.set('Выходим и убираем введённое с этого устройства')
  await makeCall(signOut, undefined).catch(() => undefined)
  await dropAllDrafts()
  await dropAllEvidence()
  forgetWish()
  requestsStore.set(nothingSeen)
  heldRequest.set(null)
  detailStore.set(null)
  await checkAuth()
  hideOverlay()
}
