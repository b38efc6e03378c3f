import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { furtherDrawings } from '#ui/furtherDrawings.tsx'
import { addDrawings } from '#ui/icons.tsx'
import { afterFirstPaint } from '#ui/shell/afterFirstPaint.ts'
import { awaitedScreen } from '#ui/shell/awaitedScreen.ts'
import { lazyScreen } from '#ui/shell/lazyScreen.tsx'
import { authStore } from './auth.ts'
// whatever such a screen asks of the shell is there with it
import './calls.ts'
import { StepAuthGate } from './gates/StepAuthGate.tsx'
import { keepForOffline } from './offline/keepForOffline.ts'
import { type Route, routes } from './routes.ts'
import RouteError from './screens/RouteError.tsx'
import { loadDialogs } from './shell/Shell.tsx'
import { useStore } from './store.ts'

addDrawings(furtherDrawings)
// a part with a boundary of its own: a screen stands without it
loadDialogs().catch(() => undefined)
afterFirstPaint(() => void keepForOffline())

const Filling = awaitedScreen(async () => (await import('./filling/Filling.tsx')).Filling)

/** Reading the requests brings their schemas with it */
const PersonalWatch = lazyScreen(
  async () => (await import('./PersonalWatch.tsx')).default,
  () => null,
)

/** All screens but the start, which does not wait for their list. A path is a page letter by letter, as for the server */
export function FurtherScreens() {
  const [at] = useLocation()
  const route = routes.find(({ path }) => path === at)
  if (!route) return <RouteError error={{ statusText: 'Not Found' }} />
  // the gate of the filling is mounted once, around whichever of its screens is shown; a crash of another screen ends with the next
  const gate = route.mode === 'verification' ? route.mode : at
  return (
    <>
      <CrashBoundary key={gate} place={`screen ${at}`}>
        <Gated route={route} />
      </CrashBoundary>
      <CrashBoundary place="watch">
        <Watch route={route} />
      </CrashBoundary>
    </>
  )
}

function Gated({ route: { mode, number, Screen } }: { route: Route }) {
  // beside what its gate asks
  useEffect(() => void Screen.prefetch(), [Screen])
  if (mode === 'verification') return <Filling number={number} Screen={Screen} />
  if (mode === 'auth') return <StepAuthGate Screen={Screen} Waiting={Placeholder} />
  return <Screen />
}

/** The requests are asked for where a signed-in person is expected; where anybody is welcome, they decide for those who are */
function Watch({ route: { mode, audience } }: { route: Route }) {
  const auth = useStore(authStore)
  if (mode === 'public' || (audience === 'anyone' && auth !== 'ok_auth')) return null
  return <PersonalWatch filling={mode === 'verification'} />
}
