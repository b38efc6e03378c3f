import { useEffect } from 'react'
import { SWRConfig } from 'swr'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { officeMe } from '#contract/calls/office/staff.ts'
import type { PublicLender } from '#contract/lender.ts'
import { BrandContext } from '#ui/brand.ts'
import { CallError } from '#ui/callError.ts'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { makeCall } from './calls.ts'
import { Frame } from './frame/Frame.tsx'
import { Loading } from './frame/Loading.tsx'
import { NoScreen } from './frame/NoScreen.tsx'
import { Trouble } from './frame/Trouble.tsx'
import { InvitationScreen } from './invitation/InvitationScreen.tsx'
import { LenderContext } from './lender.ts'
import { mayOpen, screens } from './screens.ts'
import { failSession, rememberStaff, type Staff, useSession } from './session.ts'
import { SignIn } from './signIn/SignIn.tsx'

/** The staff's app: the sign-in form until somebody is signed in, then the frame with a screen in it */
export function App({ lender }: { lender: PublicLender }) {
  return (
    <CrashBoundary place="office">
      <LenderContext value={lender}>
        <BrandContext value={lender.brand}>
          <Router base="/office">
            <Switch>
              <Route path="/invitation">
                <InvitationScreen />
              </Route>
              <Route>
                <Gate />
              </Route>
            </Switch>
          </Router>
          <Toasts />
        </BrandContext>
      </LenderContext>
    </CrashBoundary>
  )
}

async function askWho(): Promise<void> {
  try {
    rememberStaff(await makeCall(officeMe, {}))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code !== 'not_signed_in') failSession(error)
  }
}

function Gate() {
  const session = useSession()
  useEffect(() => void askWho(), [])
  if (session === 'unknown') return <Loading />
  if (session === 'nobody') return <SignIn />
  if (session instanceof CallError) return <Trouble error={session} onAgain={() => void askWho()} />
  return (
    // what one person has read is gone when the next one signs in
    <SWRConfig key={session.id} value={{ provider: () => new Map() }}>
      <Frame staff={session}>
        <Screens me={session} />
      </Frame>
    </SWRConfig>
  )
}

function Screens({ me }: { me: Staff }) {
  const [path] = useLocation()
  const first = screens.find((screen) => screen.bar && mayOpen(screen, me))
  // who reviews no requests begins where their work is
  if (path === '/' && first && first.path !== '/') return <Redirect to={first.path} />
  return (
    // a crash of one screen ends with the next
    <CrashBoundary key={path} place={`office ${path}`}>
      <Switch>
        {screens.map((screen) => (
          <Route key={screen.path} path={screen.path}>
            {mayOpen(screen, me) ? <screen.Screen /> : <NoScreen title="Нет прав" />}
          </Route>
        ))}
        <Route>
          <NoScreen title="Такого экрана нет" />
        </Route>
      </Switch>
    </CrashBoundary>
  )
}
