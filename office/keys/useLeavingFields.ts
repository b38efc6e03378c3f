import { useEffect } from 'react'

/** Escape, or Ctrl and Enter, leaves a text field: what is written is kept and the screen's keys work again */
export function useLeavingFields(): void {
  useEffect(() => {
    const hear = ({ target, key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key !== 'Escape' && !(key === 'Enter' && (ctrlKey || metaKey))) return
      if (!(target instanceof HTMLElement) || !target.matches('textarea, input[type="search"]')) return
      if (!target.closest('dialog')) target.blur()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
