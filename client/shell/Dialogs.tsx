import { useEffect } from 'react'
import { CallError } from '#ui/callError.ts'
import { ErrorDialog } from '#ui/feedback/ErrorDialog.tsx'
import { Overlay } from '#ui/feedback/Overlay.tsx'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { logError } from '#ui/shell/log.ts'
import { useStore } from '../store.ts'
import { errorStore } from './errorDialog.ts'
import { hideOverlay, overlayStore } from './overlay.ts'

export { toast } from '#ui/feedback/toast.ts'

/** The loading overlay, the error dialog and short messages, fetched apart: the start shows none of them by itself */
export function Dialogs({ messenger }: { messenger: string }) {
  const text = useStore(overlayStore)
  const told = useStore(errorStore)
  const error = told?.error
  // a failed call and a sentence name themselves; anything else is «Что-то пошло не так», and is reported
  const failed = error instanceof CallError ? error : null
  useEffect(() => {
    if (error instanceof Error && !failed) logError('screen', error)
  }, [error, failed])
  // said of a network that was away; once it is back there is nothing to say
  const away = failed?.code === 'network'
  useEffect(() => {
    if (!away) return
    const close = () => errorStore.set(null)
    addEventListener('online', close)
    return () => removeEventListener('online', close)
  }, [away])
  return (
    <>
      <Overlay open={text !== null} text={text ?? undefined} onBack={hideOverlay} />
      <ErrorDialog
        open={told !== null}
        onClose={() => errorStore.set(null)}
        message={failed ? failed.message : typeof error === 'string' ? error : undefined}
        trace={failed?.traceId}
        messenger={messenger}
      />
      <Toasts />
    </>
  )
}
