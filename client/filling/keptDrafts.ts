import { clear, createStore, del, get, set } from 'idb-keyval'
import type { Raw } from '#contract/step.ts'

/** What was typed and has not reached the server: on the device only until it has */
export type KeptDraft = { readonly raw: Raw; readonly revision: number }

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

/** For signing out on purpose: nothing typed stays on the device */
export const dropAllDrafts = () => quietly(clear(place()))
