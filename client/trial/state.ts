import { createStore } from '../store.ts'

export const trialPath = '/trial'

/** The invented code that was «sent» last and is still awaited; null: none */
export const sentCode = createStore<string | null>(null)
