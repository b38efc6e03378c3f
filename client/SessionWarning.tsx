import { keepSession } from '#contract/calls/auth.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { countdown } from '#ui/show/Dial.tsx'
import { useLeft } from '#ui/show/useLeft.ts'
import { checkAuth, sessionEndStore } from './auth.ts'
import { makeCall } from './calls.ts'
import { useStore } from './store.ts'

/** How long before the end of the session the person is asked */
const warnMs = 120_000

/** «Вы ещё здесь?»: comes two minutes before the session ends, with a way to stay */
export function SessionWarning() {
  const end = useStore(sessionEndStore)
  const left = useLeft(end ?? Number.POSITIVE_INFINITY)
  const stay = async () => {
    await makeCall(keepSession, undefined).catch(() => undefined)
    await checkAuth()
  }
  return (
    <Dialog
      open={end !== null && left > 0 && left <= warnMs}
      title="Вы ещё здесь?"
      onClose={() => void stay()}
      actions={<Button onClick={() => void stay()}>Остаться</Button>}
    >
      <p>
        Ради безопасности вход закроется через {countdown(left)}. Введённое сохранено и останется: после нового входа вы
        вернётесь на это же место.
      </p>
    </Dialog>
  )
}
