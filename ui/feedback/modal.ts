import { type RefObject, useEffect } from 'react'

/**
 * Opens and closes a `<dialog>` as a modal. The browser returns the focus to where it was. Safari before 15.4 has no
 * `showModal`: there the element is merely opened, and the focus is moved and returned here.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const node = dialog.current
    if (!node || !open) return
    const before = document.activeElement
    const modal = typeof node.showModal === 'function'
    if (!node.hasAttribute('open')) {
      if (modal) node.showModal()
      else node.setAttribute('open', '')
      // the sheet itself, not its first button: that may be the dangerous one; `data-first` names a safe one
      const first = node.querySelector<HTMLElement>('[data-first]') ?? node
      if (!node.querySelector('[autofocus]')) first.focus()
    }
    return () => {
      if (modal) node.close()
      else node.removeAttribute('open')
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [dialog, open])
}
