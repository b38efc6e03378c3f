import { createStore } from '../store.ts'

/** What the error dialog is about: a failed call, a sentence, or anything else that was thrown; null: it is closed */
export const errorStore = createStore<{ readonly error: unknown } | null>(null)

export const showError = (error?: unknown): void => errorStore.set({ error })
