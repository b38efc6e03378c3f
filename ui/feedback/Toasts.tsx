import { useEffect, useId, useSyncExternalStore } from 'react'
import s from './Toasts.module.css'
import { leave, showing, stand, subscribe } from './toast.ts'

/**
 * Where short messages appear; stands once at the root of the app and inside every dialog (an open modal makes the rest
 * of the page inert, its live regions too). The one that came last shows them.
 */
export function Toasts() {
  const id = useId()
  const state = useSyncExternalStore(subscribe, showing, showing)
  useEffect(() => {
    stand(id)
    return () => leave(id)
  }, [id])
  const mine = state.places[state.places.length - 1] === id
  return (
    <div className={s.toasts} role="status">
      {mine &&
        state.toasts.map((toast) => (
          <div key={toast.id} className={s.toast}>
            {toast.text}
          </div>
        ))}
    </div>
  )
}
