import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { PublicLender } from '#contract/lender.ts'
import { BrandContext } from '#ui/brand.ts'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { type Services, ServicesContext } from '#ui/services.ts'
import { afterFirstPaint } from '#ui/shell/afterFirstPaint.ts'
import { serverNow } from '#ui/shell/clock.ts'
import { lazyScreen } from '#ui/shell/lazyScreen.tsx'
import { newKey } from '#ui/shell/newKey.ts'
import { checkAuth } from '../auth.ts'
import { heldRequest } from '../gates/heldRequest.ts'
import { requestsStore } from '../requestsStore.ts'
import { useStore } from '../store.ts'
import { call } from './caller.ts'
import { errorStore, showError } from './errorDialog.ts'
import { overlayStore } from './overlay.ts'

export const loadDialogs = () => import('./Dialogs.tsx')

async function toast(text: string): Promise<void> {
  const { toast } = await loadDialogs()
  toast(text)
}

const Dialogs = lazyScreen(
  async () => (await loadDialogs()).Dialogs,
  () => null,
)

const loadPerson = () => import('./person.ts')

async function refresh(): Promise<void> {
  if ((await checkAuth()) === 'ok_auth') await (await loadPerson()).readRequestsAnew()
}

const leave = async () => (await loadPerson()).leave()

/** What stands around every screen: the services screens may ask of, the overlay, the error dialog, short messages */
export function Shell({ lender, children }: { lender: PublicLender; children: ReactNode }) {
  const [, go] = useLocation()
  const seen = useStore(requestsStore)
  const services = useMemo<Services>(
    () => ({
      call,
      newKey,
      go,
      lender,
      ...seen,
      holdRequest: heldRequest.set,
      refresh,
      leave,
      overlay: overlayStore.set,
      showError,
      toast,
      now: serverNow,
    }),
    [go, lender, seen],
  )
  return (
    <ServicesContext value={services}>
      <BrandContext value={lender.brand}>
        {children}
        <CrashBoundary place="dialogs">
          <LateDialogs messenger={lender.contacts.messengerLink} />
        </CrashBoundary>
      </BrandContext>
    </ServicesContext>
  )
}

/** After the first paint, or at once when there is something to show */
function LateDialogs({ messenger }: { messenger: string }) {
  const needed = [useStore(overlayStore), useStore(errorStore)].some((said) => said !== null)
  const [due, setDue] = useState(false)
  useEffect(() => afterFirstPaint(() => setDue(true)), [])
  if (needed && !due) setDue(true)
  return due ? <Dialogs messenger={messenger} /> : null
}
