import { clear, createStore, del, get, set, update } from 'idb-keyval'
import type { Raw } from '#contract/step.ts'

/** What was typed and has not reached the server: on the device only until it has. `tried` was sent and may have arrived */
export type KeptDraft = { readonly raw: Raw; readonly revision: number; readonly tried?: readonly Raw[] }

const place = (() => {
  let made: ReturnType<typeof createStore> | undefined
  return () => {
    made ??= createStore('zayavka', 'drafts')
    return made
  }
})()

const keyOf = (requestId: string, step: number) => `${requestId}:${step}`

// A browser without storage (a private window) must not stop anybody: the server keeps the draft all the same.
const quietly = <Value>(work: Promise<Value>): Promise<Value | undefined> => work.catch(() => undefined)

export const readDraft = (requestId: string, step: number) => quietly(get<KeptDraft>(keyOf(requestId, step), place()))
export const keepDraft = (requestId: string, step: number, draft: KeptDraft) =>
  quietly(set(keyOf(requestId, step), draft, place()))
export const dropDraft = (requestId: string, step: number) => quietly(del(keyOf(requestId, step), place()))

/** Drops what the server has now; what was typed since, on this screen or the next, stays */
export const dropSaved = (requestId: string, step: number, saved: Raw) =>
  quietly(
    update<KeptDraft | undefined>(
      keyOf(requestId, step),
      (kept) => (kept && JSON.stringify(kept.raw) !== JSON.stringify(saved) ? kept : undefined),
      place(),
    ),
  )

/** For signing out on purpose: nothing typed stays on the device */
export const dropAllDrafts = () => quietly(clear(place()))
