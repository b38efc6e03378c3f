import { type ReactNode, useMemo } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import type { PublicLender } from '#contract/lender.ts'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { lazyScreen } from '#ui/shell/lazyScreen.tsx'
import { logError } from '#ui/shell/log.ts'
import { checkAuth } from './auth.ts'
import { usePolling } from './polling.ts'
import { routes } from './routes.ts'
import RouteError from './screens/RouteError.tsx'
import { Shell } from './shell/Shell.tsx'

/** Fetched only where it is needed: reading the requests brings the schemas with it */
const PersonalWatch = lazyScreen(
  async () => (await import('./PersonalWatch.tsx')).default,
  () => null,
)

/** Screens where a signed-in person is expected: only there are the requests asked for. All but sign-in, sign-up and the request form */
const expectsPerson = /^\/step(?!(2|18|19)$)\d+$/

/** Those of them that are not about filling one request: desk, profile, prolongation, my loan */
const personal = /^\/step(3|16|20|35)$/

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

/** Asks for the auth status everywhere, for the requests only where they are expected */
function Watch(): ReactNode {
  const [path] = useLocation()
  usePolling(checkAuth)
  if (!expectsPerson.test(path)) return null
  return <PersonalWatch filling={!personal.test(path)} />
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
