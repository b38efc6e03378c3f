import { useCallback } from 'react'
import { checkAuth } from './auth.ts'
import { useLive } from './live.ts'
import { usePolling } from './polling.ts'
import { readRequests } from './requests.ts'
import { SessionWarning } from './SessionWarning.tsx'
import { usePlaceReports } from './usePlaceReports.ts'

/**
 * Keeps the requests fresh while a signed-in person is expected: by polling in any case, by the live stream at once. While
 * a request is being filled the gate answers for a lost session (sign-in, and back to the step), so it is asked first.
 */
export default function PersonalWatch({ filling }: { filling: boolean }) {
  const ask = useCallback(async () => {
    if (!filling || (await checkAuth()) === 'ok_auth') await readRequests()
  }, [filling])
  const changed = useCallback(() => void ask(), [ask])
  usePolling(ask)
  useLive(changed, true)
  usePlaceReports()
  return <SessionWarning />
}
