import { createStore } from '../store.ts'

/** Words of the loading overlay; null: it is down */
export const overlayStore = createStore<string | null>(null)

export const hideOverlay = (): void => overlayStore.set(null)
