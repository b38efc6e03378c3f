import { clear, createStore, delMany, get, set } from 'idb-keyval'

/** A photo or video on this device until the server has checked it. */
export interface KeptEvidence {
  /** Name of the upload, ours: a phone may write the same picture anew each time it is read. */
  readonly id: string
  readonly requestId: string
  readonly step: number
  readonly blob: Blob
  /** The step's other answers: measurements, digits. */
  readonly answers: Readonly<Record<string, unknown>>
  /** Id of the digits of a video. */
  readonly digitsId?: string | undefined
  /** The server was told of it before: it is asked how much it has, and not told again. */
  readonly announced?: boolean
}

const place = (() => {
  let made: ReturnType<typeof createStore> | undefined
  return () => {
    made ??= createStore('zayavka-evidence', 'files')
    return made
  }
})()

const keyOf = (requestId: string, step: number) => `${requestId}:${step}`
/** Beside the file, which is not written once more for it. */
const announcedKey = (requestId: string, step: number) => `${keyOf(requestId, step)}:announced`

// Without storage (a private window, a full phone) the file goes straight from memory to the server.
const quietly = <Value>(work: Promise<Value>): Promise<Value | undefined> => work.catch(() => undefined)

/** Whether it is on the device now. */
export const keepEvidence = (kept: KeptEvidence): Promise<boolean> =>
  set(keyOf(kept.requestId, kept.step), kept, place()).then(
    () => true,
    () => false,
  )

export const markAnnounced = ({ requestId, step, id }: KeptEvidence) =>
  quietly(set(announcedKey(requestId, step), id, place()))

export const readEvidence = (requestId: string, step: number): Promise<KeptEvidence | undefined> =>
  quietly(
    Promise.all([
      get<KeptEvidence>(keyOf(requestId, step), place()),
      get<string>(announcedKey(requestId, step), place()),
    ]).then(([kept, announced]) => kept && { ...kept, announced: announced === kept.id }),
  )
export const dropEvidence = (requestId: string, step: number) =>
  quietly(delMany([keyOf(requestId, step), announcedKey(requestId, step)], place()))

/** For signing out on purpose: no photo stays on the device. */
export const dropAllEvidence = () => quietly(clear(place()))
