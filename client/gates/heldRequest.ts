import { createStore } from '../store.ts'

/**
 * The id of the active request, stored on the first load of a page that finds one and kept as long as the page lives: every
 * screen of the mode meets the same one. Null: not known yet.
 */
export const heldRequest = createStore<string | null>(null)
