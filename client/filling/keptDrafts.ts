import { clear, createStore, del, get, promisifyRequest, update } from 'idb-keyval'
import type { Raw } from '#contract/step.ts'

/**
 * What was typed and has not reached the server: on the device only until it has. `tried` was sent and may have arrived;
 * `version` is that of the step's answers in the release it was typed in
 */
export type KeptDraft = {
  readonly raw: Raw
  readonly revision: number
  readonly tried?: readonly Raw[]
  readonly version: number
}

/** What this device keeps of the filling; cleared on signing out */
export const deviceStore = (() => {
  let made: ReturnType<typeof createStore> | undefined
  return () => {
    made ??= createStore('zayavka', 'drafts')
    return made
  }
})()

const keyOf = (requestId: string, step: number) => `${requestId}:${step}`

// A browser without storage (a private window) must not stop anybody: the server keeps the draft all the same.
export const quietly = <Value>(work: Promise<Value>): Promise<Value | undefined> => work.catch(() => undefined)

const longestRead = 500

/** A store that does not answer holds nobody up: the server's answers are shown then */
export const readDraft = (requestId: string, step: number) =>
  Promise.race([
    quietly(get<KeptDraft>(keyOf(requestId, step), deviceStore())),
    new Promise<undefined>((resolve) => setTimeout(resolve, longestRead)),
  ])

/** Steps of which this device holds nothing, as far as was looked ahead */
const empty = new Set<string>()

/** Looks ahead, while the person is busy with the step before, whether this device holds anything of a step */
export async function foreseeDraft(requestId: string, step: number): Promise<void> {
  if (!(await readDraft(requestId, step))) empty.add(keyOf(requestId, step))
}

/** Nothing was found by looking ahead: what the server keeps may be shown at once */
export const foreseenEmpty = (requestId: string, step: number) => empty.has(keyOf(requestId, step))

/** Committed at once: a tab that dies a moment after the letter has it all the same */
export function keepDraft(requestId: string, step: number, draft: KeptDraft) {
  const key = keyOf(requestId, step)
  empty.delete(key)
  return quietly(
    deviceStore()('readwrite', (store) => {
      store.put(draft, key)
      const done = promisifyRequest(store.transaction)
      store.transaction.commit?.()
      return done
    }),
  )
}
export const dropDraft = (requestId: string, step: number) => quietly(del(keyOf(requestId, step), deviceStore()))

/** Drops what the server has now; what was typed since, on this screen or the next, stays */
export const dropSaved = (requestId: string, step: number, saved: Raw) =>
  quietly(
    update<KeptDraft | undefined>(
      keyOf(requestId, step),
      (kept) => (kept && JSON.stringify(kept.raw) !== JSON.stringify(saved) ? kept : undefined),
      deviceStore(),
    ),
  )

/** For signing out on purpose: nothing typed stays on the device */
export const dropAllDrafts = () => quietly(clear(deviceStore()))
