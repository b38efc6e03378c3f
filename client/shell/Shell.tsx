import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { PublicLender } from '#contract/lender.ts'
import { BrandContext } from '#ui/brand.ts'
import { ErrorDialog } from '#ui/feedback/ErrorDialog.tsx'
import { Overlay } from '#ui/feedback/Overlay.tsx'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type Services, ServicesContext } from '#ui/services.ts'
import { newKey } from '#ui/shell/calls.ts'
import { serverNow } from '#ui/shell/clock.ts'
import { checkAuth } from '../auth.ts'
import { makeCall } from '../calls.ts'
import { requestsStore } from '../requestsStore.ts'
import { useStore } from '../store.ts'
import { closeError, errorStore, showError } from './errorDialog.ts'
import { hideOverlay, overlayStore } from './overlay.ts'

async function refresh(): Promise<void> {
  if ((await checkAuth()) !== 'ok_auth') return
  const { readRequests } = await import('../requests.ts')
  await readRequests()
}

async function leave(): Promise<void> {
  const { forgetPerson } = await import('./forgetPerson.ts')
  await forgetPerson()
}

/** What stands around every screen: the services screens may ask of, the overlay, the error dialog, short messages */
export function Shell({ lender, children }: { lender: PublicLender; children: ReactNode }) {
  const [, go] = useLocation()
  const summary = useStore(requestsStore)
  const services = useMemo<Services>(
    () => ({
      call: makeCall,
      newKey,
      go,
      lender,
      requests: summary?.status === 'correct' ? summary.data_all : null,
      refresh,
      leave,
      overlay: overlayStore.set,
      showError,
      toast,
      now: serverNow,
    }),
    [go, lender, summary],
  )
  return (
    <ServicesContext value={services}>
      <BrandContext value={{ name: lender.brand.logoText }}>
        {children}
        <Dialogs messenger={lender.contacts.messengerLink} />
        <Toasts />
      </BrandContext>
    </ServicesContext>
  )
}

function Dialogs({ messenger }: { messenger: string }) {
  const text = useStore(overlayStore)
  const told = useStore(errorStore)
  return (
    <>
      <Overlay open={text !== null} text={text ?? undefined} onBack={hideOverlay} />
      <ErrorDialog
        open={told !== null}
        onClose={closeError}
        message={told?.message}
        trace={told?.trace}
        messenger={messenger}
      />
    </>
  )
}
