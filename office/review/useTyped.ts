import { useEffect, useRef, useState } from 'react'
import { keepTyped, type Typed } from '#contract/calls/office/review.ts'
import { CallError } from '#ui/callError.ts'
import { makeCall } from '../calls.ts'
import { useStaff } from '../session.ts'

const pause = 400
const tryAgainAfter = 5000
const nothing: Typed = { items: {} }

const isEmpty = ({ items, refusal }: Typed) => Object.keys(items).length === 0 && !refusal?.reason && !refusal?.comment

/** What the server does not have yet, by person and request: it outlives the page, and the session when that ends in the middle of a word */
const unsent = new Map<string, Typed>()

/**
 * Words about a request that are no verdict or refusal yet. They are kept as they are typed, by the server, whatever becomes of the lease;
 * `kept` is what it knew when the page was read.
 */
export function useTyped(id: string, kept: Typed | undefined) {
  const staff = useStaff()
  const key = `${staff.id} ${id}`
  const [typed, setTyped] = useState<Typed | null>(() => unsent.get(key) ?? null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = typed ?? kept ?? nothing
  /** Whether the server keeps words of ours */
  const stored = useRef(false)
  useEffect(() => {
    if (kept) stored.current = true
  }, [kept])

  const send = async (keepalive: boolean) => {
    clearTimeout(timer.current)
    const body = unsent.get(key)
    if (!body) return
    try {
      await makeCall(keepTyped, { params: { id }, body }, { keepalive })
      stored.current = !isEmpty(body)
      if (unsent.get(key) === body) unsent.delete(key)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      if (failure.code === 'network' || failure.status >= 500)
        timer.current = setTimeout(() => void send(false), tryAgainAfter)
    }
  }
  const sending = useRef(send)
  useEffect(() => {
    sending.current = send
  })
  useEffect(() => {
    // of the session before, or of the page before
    void sending.current(false)
    const leave = () => void sending.current(true)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  /** `unless kept`: a verdict is on its way that says the same; sent only when the page is left before it has come */
  const change = (next: Typed, when: 'soon' | 'unless kept' = 'soon') => {
    setTyped(next)
    clearTimeout(timer.current)
    if (isEmpty(next) && !stored.current) return void unsent.delete(key)
    unsent.set(key, next)
    if (when === 'soon') timer.current = setTimeout(() => void send(false), pause)
  }

  return {
    typed: now,
    change,

    /** The review has ended, and with it what was typed: the server has thrown it away */
    forget() {
      clearTimeout(timer.current)
      unsent.delete(key)
    },
  }
}
