import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { PublicLender } from '#contract/lender.ts'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { afterFirstPaint } from '#ui/shell/afterFirstPaint.ts'
import { lazyScreen } from '#ui/shell/lazyScreen.tsx'
import { logError } from '#ui/shell/log.ts'
import { authStore, checkAuth } from './auth.ts'
import { withAuth } from './gates/withAuth.tsx'
import { usePolling } from './polling.ts'
import { prefetch } from './prefetch.ts'
import RouteError from './screens/RouteError.tsx'
import { loadCaller } from './shell/caller.ts'
import { LatePlaceholder } from './shell/LatePlaceholder.tsx'
import { loadDialogs, Shell } from './shell/Shell.tsx'
import Start from './start/Screen.tsx'
import { StartWaiting } from './start/StartWaiting.tsx'

const StartScreen = withAuth(Start, StartWaiting)

const loadFurther = async () => {
  // whatever such a screen asks of the shell is there with it
  const [{ FurtherScreens }] = await Promise.all([import('./FurtherScreens.tsx'), loadCaller(), loadDialogs()])
  return FurtherScreens
}

const FurtherScreens = lazyScreen(loadFurther, LatePlaceholder)

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

const knowsAuth = () => authStore.get() !== 'unknown'

/** Asks for the auth status everywhere, for the requests only where they are expected */
function Watch(): ReactNode {
  const [path] = useLocation()
  usePolling(checkAuth, { known: knowsAuth })
  if (!expectsPerson.test(path)) return null
  return <PersonalWatch filling={!personal.test(path)} />
}

function Screens() {
  const [path] = useLocation()
  useEffect(() => afterFirstPaint(() => void fetchAhead().catch(() => undefined)), [])
  return (
    // a crash of one screen ends with the next
    <CrashBoundary key={path} onError={(error) => logError(`screen ${path}`, error)}>
      {path === '/' ? <StartScreen /> : <FurtherScreens />}
    </CrashBoundary>
  )
}

/** While the person reads the start: what leads on from it */
async function fetchAhead(): Promise<void> {
  await loadFurther()
  if (location.pathname === '/') prefetch('/step19')
}
