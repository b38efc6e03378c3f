type Toast = { readonly id: number; readonly text: string }
type Showing = { readonly toasts: readonly Toast[]; readonly places: readonly string[] }

let state: Showing = { toasts: [], places: [] }
let last = 0
const watchers = new Set<() => void>()

function change(next: Partial<Showing>): void {
  state = { ...state, ...next }
  for (const watcher of watchers) watcher()
}

/** Shows a short message once, however often it is said, for `life` milliseconds: «Ссылка скопирована». Nothing a person must act on belongs here */
export function toast(text: string, life = 5000): void {
  const id = ++last
  change({ toasts: [...state.toasts.filter((one) => one.text !== text), { id, text }] })
  setTimeout(() => change({ toasts: state.toasts.filter((one) => one.id !== id) }), life)
}

export function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const showing = (): Showing => state
export const stand = (place: string): void => change({ places: [...state.places, place] })
export const leave = (place: string): void => change({ places: state.places.filter((one) => one !== place) })
