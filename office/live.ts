import { useEffect, useRef } from 'react'
import { officeLive } from '#contract/calls/office/queue.ts'
import { joinStream, type Shared } from './sharedStream.ts'

/** Ids of the requests that changed; null: any of them may have */
type Listener = (ids: readonly string[] | null) => void

const listeners = new Set<Listener>()
let stream: Shared | null = null

/** Hears that requests changed. One stream a browser, whatever its tabs; after a refusal the polls alone go on */
export function useLive(onChange: Listener): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const listener: Listener = (ids) => latest.current(ids)
    listeners.add(listener)
    stream ??= joinStream(officeLive.path, 'queue', hear)
    stream.seek()
    return () => {
      listeners.delete(listener)
      setTimeout(closeUnheard, 1000)
    }
  }, [])
}

function hear(data: string): void {
  const { ids } = JSON.parse(data) as { ids: readonly string[] | null }
  for (const listener of [...listeners]) listener(ids)
}

function closeUnheard(): void {
  if (listeners.size > 0) return
  stream?.leave()
  stream = null
}
