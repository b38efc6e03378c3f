import { type ComponentType, type FunctionComponent, useEffect, useState } from 'react'
import { loadChunk } from './loadChunk.ts'

export type LazyScreen<Props extends object> = FunctionComponent<Props> & { prefetch(): Promise<unknown> }

/**
 * A screen in a chunk of its own: `Waiting` while it is on its way, thrown to the nearest boundary (the crash
 * fallback) when it does not come. A screen that is already here is drawn at once.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType,
): LazyScreen<Props> {
  let here: ComponentType<Props> | null = null
  let coming: Promise<ComponentType<Props>> | null = null
  const fetchIt = () => {
    coming ??= loadChunk(load).then(
      (screen) => {
        here = screen
        return screen
      },
      (error: unknown) => {
        coming = null
        throw error
      },
    )
    return coming
  }

  function Lazy(props: Props) {
    const [state, setState] = useState<{ Screen: ComponentType<Props> | null; error?: unknown }>({ Screen: here })
    useEffect(() => {
      if (state.Screen) return
      let gone = false
      fetchIt().then(
        (Screen) => gone || setState({ Screen }),
        (error: unknown) => gone || setState({ Screen: null, error }),
      )
      return () => {
        gone = true
      }
    }, [state.Screen])
    if (state.error !== undefined) throw state.error
    return state.Screen ? <state.Screen {...props} /> : <Waiting />
  }

  return Object.assign(Lazy, {
    prefetch: () => fetchIt().catch(() => undefined),
  })
}
