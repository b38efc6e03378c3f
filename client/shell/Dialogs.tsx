import { ErrorDialog } from '#ui/feedback/ErrorDialog.tsx'
import { Overlay } from '#ui/feedback/Overlay.tsx'
import { Toasts } from '#ui/feedback/Toasts.tsx'
import { useStore } from '../store.ts'
import { closeError, errorStore } from './errorDialog.ts'
import { hideOverlay, overlayStore } from './overlay.ts'

export { toast } from '#ui/feedback/toast.ts'

/** The loading overlay, the error dialog and short messages, fetched apart: the start shows none of them by itself */
export function Dialogs({ messenger }: { messenger: string }) {
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
      <Toasts />
    </>
  )
}
