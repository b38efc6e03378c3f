import { useCallback } from 'react'
import { authStore, checkAuth } from './auth.ts'
import { actsAnswered } from './calls.ts'
import { hear, isListed, isStale } from './filling/detail.ts'
import { askCurrent, catchUp } from './gates/follow.ts'
import { heldRequest } from './gates/heldRequest.ts'
import { type Change, useLive } from './live.ts'
import { usePolling } from './polling.ts'
import { readRequests } from './requests.ts'
import { SessionWarning } from './SessionWarning.tsx'
import { useStore } from './store.ts'
import { usePlaceReports } from './usePlaceReports.ts'

/**
 * Keeps the requests fresh while a signed-in person is expected: by polling in any case, by the live stream at once. While
 * a request is being filled the gate answers for a lost session (sign-in, and back to the step), so it is asked first.
 */
export default function PersonalWatch({ filling }: { filling: boolean }) {
  const ask = useCallback(async () => {
    if (!filling || (await checkAuth()) === 'ok_auth') await readRequests()
  }, [filling])
  const changed = useCallback(
    async ({ id, version }: Change) => {
      await actsAnswered()
      const told = id !== null && version !== undefined
      if (told) hear(id, version)
      // a version that is known already asks nothing
      if (told && !filling && isListed(id)) return
      if (told && filling && id === heldRequest.get()) return isStale(id) ? catchUp() : undefined
      await Promise.all([ask(), filling && askCurrent()])
    },
    [ask, filling],
  )
  usePolling(ask)
  const auth = useStore(authStore)
  // a stream for nobody would be refused
  useLive(changed, auth === 'ok_auth' || auth === 'error')
  usePlaceReports()
  return <SessionWarning />
}
