import { useEffect, useRef } from 'react'
import { keyName } from './keyName.ts'

/** What a key does, by `keyName`: `n`, `1`, `arrowDown`, `shift+slash` */
type Keys = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>

const typing = 'input, textarea, select, [contenteditable]'
/** A focused button or link is pressed by these itself */
const pressing = new Set(['enter', 'space'])

function isFree(event: KeyboardEvent, name: string): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  const at = event.target instanceof Element ? event.target : null
  if (at?.closest(typing) || (pressing.has(name) && at?.closest('button, a, summary'))) return false
  return document.querySelector('dialog[open]') === null
}

/** Listens for single keys; silent while somebody types, and while a dialog is open */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const name = keyName(event)
      const act = latest.current[name]
      if (!act || !isFree(event, name)) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}
