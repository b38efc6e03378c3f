import { del, get, set } from 'idb-keyval'
import type { RequestDetail } from '#contract/request.ts'
import { sessionEndStore } from '../auth.ts'
import { detailStore } from './detail.ts'
import { deviceStore, quietly } from './keptDrafts.ts'

/** The request as last read, and when its session ends if nothing more happens (epoch ms) */
type KeptDetail = { readonly detail: RequestDetail; readonly until: number }

const key = 'request'

/** From now on the request being filled is on this device too; one that is sent, refused or paid is not */
export function keepDetails(): void {
  detailStore.subscribe(() => {
    const detail = detailStore.get()
    const until = sessionEndStore.get()
    // Without a network it is not known when the session ends: what is kept stands.
    if (!detail || until === null) return
    const kept: KeptDetail = { detail, until }
    void (detail.request.allowedFillRequest ? quietly(set(key, kept, deviceStore())) : dropKeptDetail())
  })
}

/** Once this browser is not signed in, wherever that was ended, nobody reads the request here */
export const dropKeptDetail = () => quietly(del(key, deviceStore()))

/** For a start without a network: as long as the session would have lasted, so that nobody reads it here later */
export async function readKeptDetail(): Promise<RequestDetail | null> {
  const kept = await quietly(get<KeptDetail>(key, deviceStore()))
  if (!kept) return null
  if (kept.until > Date.now()) return kept.detail
  await dropKeptDetail()
  return null
}
