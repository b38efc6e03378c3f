import { useCallback } from 'react'
import { useLive } from './live.ts'
import { usePolling } from './polling.ts'
import { readRequests } from './requests.ts'

/** Keeps the requests fresh while a signed-in person is expected: by polling in any case, by the live stream at once */
export default function PersonalWatch() {
  const changed = useCallback(() => void readRequests(), [])
  usePolling(readRequests)
  useLive(changed, true)
  return null
}
