import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'wouter'
import type { PublicLender } from '#contract/lender.ts'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { afterFirstPaint } from '#ui/shell/afterFirstPaint.ts'
import { lazyScreen } from '#ui/shell/lazyScreen.tsx'
import { authStore, checkAuth } from './auth.ts'
import { StepAuthGate } from './gates/StepAuthGate.tsx'
import { usePolling } from './polling.ts'
import { prefetch } from './prefetch.ts'
import RouteError from './screens/RouteError.tsx'
import { LatePlaceholder } from './shell/LatePlaceholder.tsx'
import { Shell } from './shell/Shell.tsx'
import Start from './start/Screen.tsx'

const loadFurther = async () => (await import('./FurtherScreens.tsx')).FurtherScreens

const FurtherScreens = lazyScreen(loadFurther, LatePlaceholder)

/** The borrower's app */
export function App({ lender }: { lender: PublicLender }) {
  // in the frame in which anything is drawn, a crash too, the start's picture goes: nothing moves, nothing stands twice
  useLayoutEffect(() => document.getElementById('start')?.remove(), [])
  return (
    <CrashBoundary fallback={(error) => <RouteError error={error} />} place="route">
      <Shell lender={lender}>
        <Screens />
      </Shell>
    </CrashBoundary>
  )
}

const knowsAuth = () => authStore.get() !== 'unknown'

function Screens() {
  const [path] = useLocation()
  const start = path === '/'
  usePolling(checkAuth, { known: knowsAuth })
  useEffect(() => afterFirstPaint(() => void fetchAhead().catch(() => undefined)), [])
  return (
    <CrashBoundary key={`${start}`} place="screen /">
      {start ? <StepAuthGate Screen={Start} Waiting={LatePlaceholder} /> : <FurtherScreens />}
    </CrashBoundary>
  )
}

/** While the person reads the start: what leads on from it */
async function fetchAhead(): Promise<void> {
  await loadFurther()
  if (location.pathname === '/') void prefetch('/step19')
}
