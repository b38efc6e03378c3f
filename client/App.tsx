import { type ReactNode, useCallback, useMemo } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import type { PublicLender } from '#contract/lender.ts'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { checkAuth } from './auth.ts'
import { useLive } from './live.ts'
import { logError } from './log.ts'
import { usePolling } from './polling.ts'
import { readRequests } from './requests.ts'
import { routes } from './routes.ts'
import RouteError from './screens/RouteError.tsx'
import { Shell } from './shell/Shell.tsx'

/** Screens where a signed-in person is expected: only there are the requests asked for */
const personal = /^\/step(3|5|9|10|16|20|2[1-9]|3[0-9])$/

/** The borrower's app */
export function App({ lender }: { lender: PublicLender }) {
  return (
    <CrashBoundary fallback={(error) => <RouteError error={error} />} onError={(error) => logError('route', error)}>
      <Shell lender={lender}>
        <Watch />
        <Screens />
      </Shell>
    </CrashBoundary>
  )
}

/** Keeps the auth status and the requests fresh: by polling in any case, by the live stream at once */
function Watch(): ReactNode {
  const [path] = useLocation()
  const wanted = personal.test(path)
  usePolling(checkAuth)
  usePolling(readRequests, wanted)
  const changed = useCallback(() => void readRequests(), [])
  useLive(changed, wanted)
  return null
}

function Screens() {
  const [path] = useLocation()
  const known = useMemo(() => routes.map(({ path: pattern, Screen }) => ({ pattern, Screen })), [])
  return (
    // a crash of one screen ends with the next
    <CrashBoundary key={path} onError={(error) => logError(`screen ${path}`, error)}>
      <Switch>
        {known.map(({ pattern, Screen }) => (
          <Route key={pattern} path={pattern}>
            <Screen />
          </Route>
        ))}
        <Route>
          <RouteError error={{ statusText: 'Not Found' }} />
        </Route>
      </Switch>
    </CrashBoundary>
  )
}
