import { useRef } from 'react'
import { newKey } from '#ui/shell/newKey.ts'

/** One idempotency key for one meaning: a retry after a lost answer does the same thing once */
export function useOnceKey(): (...meaning: readonly unknown[]) => string {
  const keys = useRef(new Map<string, string>())
  return (...meaning) => {
    const text = JSON.stringify(meaning)
    const key = keys.current.get(text) ?? newKey()
    keys.current.set(text, key)
    return key
  }
}
