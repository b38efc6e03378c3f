import { useEffect, useRef } from 'react'
import { officeLive } from '#contract/calls/office/queue.ts'

/** Ids of the requests that changed; null: any of them may have */
type Listener = (ids: readonly string[] | null) => void

const listeners = new Set<Listener>()
let stream: EventSource | null = null

/** Hears that requests changed. One stream a page; after a refusal the polls alone go on */
export function useLive(onChange: Listener): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const listener: Listener = (ids) => latest.current(ids)
    listeners.add(listener)
    stream ??= open()
    return () => {
      listeners.delete(listener)
      setTimeout(closeUnheard, 1000)
    }
  }, [])
}

function open(): EventSource {
  const opened = new EventSource(officeLive.path)
  opened.addEventListener('queue', ({ data }: MessageEvent<string>) => {
    const { ids } = JSON.parse(data) as { ids: readonly string[] | null }
    for (const listener of [...listeners]) listener(ids)
  })
  opened.addEventListener('error', () => {
    if (opened.readyState === EventSource.CLOSED && stream === opened) stream = null
  })
  return opened
}

function closeUnheard(): void {
  if (listeners.size > 0) return
  stream?.close()
  stream = null
}
