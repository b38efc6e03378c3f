import type { ComponentType } from 'react'
import { Placeholder } from '../feedback/Placeholder.tsx'
import { type LazyScreen, lazyScreen } from './lazyScreen.tsx'

/** A screen in a chunk of its own, under the loading overlay while it is on its way */
export function awaitedScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  return lazyScreen(load, Placeholder)
}
