import { useEffect, useRef, useState } from 'react'

/** Milliseconds of quiet typing before asking */
const pause = 250

/** Looks suggestions up for one field: waits for a pause, aborts the field's own stale question, swallows failures */
export function useSuggestions<Item>(
  find: (text: string, signal: AbortSignal) => Promise<readonly Item[]>,
  from: number,
) {
  const [found, setFound] = useState<readonly Item[]>([])
  const [open, setOpen] = useState(false)
  const asking = useRef<AbortController>(null)

  useEffect(() => () => asking.current?.abort(), [])

  const look = (text: string) => {
    asking.current?.abort()
    if (text.trim().length < from) {
      setOpen(false)
      return
    }
    const abort = new AbortController()
    asking.current = abort
    setTimeout(async () => {
      if (abort.signal.aborted) return
      const answer = await find(text, abort.signal).catch(() => [])
      if (abort.signal.aborted) return
      setFound(answer)
      setOpen(answer.length > 0)
    }, pause)
  }

  return {
    found,
    open,
    look,
    setOpen: (wanted: boolean) => {
      if (!wanted) asking.current?.abort()
      setOpen(wanted)
    },
  }
}
