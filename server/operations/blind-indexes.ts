import type { Platform } from '#server/platform/platform.ts'
import {
  blacklisted,
  clientsAfter,
  reviewsAfter,
  setBlacklisted,
  setPhoneIndex,
  setReviewIndex,
} from './rotation-store.ts'

type Parts = Pick<Platform, 'db' | 'sealing' | 'clientKeys'>

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

async function clients({ db, sealing, clientKeys }: Parts): Promise<number> {
  let changed = 0
  for (let last = ''; ; ) {
    const rows = await clientsAfter(db, last)
    for (const { id, sealed, phone_index } of rows) {
      const keys = await clientKeys.of(db, id)
      const { phone } = keys.unseal<{ phone: string }>(sealed, { table: 'client', id })
      const index = sealing.index('phone', phone)
      if (same(index, phone_index)) continue
      await setPhoneIndex(db, id, phone_index, index)
      changed += 1
    }
    const end = rows.at(-1)
    if (!end) return changed
    last = end.id
  }
}

async function reviews({ db, sealing, clientKeys }: Parts, surnameKey: (surname: string) => string): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await reviewsAfter(db, last)
    for (const { request_id, client_id, client, facts } of rows) {
      const keys = await clientKeys.of(db, client_id)
      const { phone } = keys.unseal<{ phone: string }>(client, { table: 'client', id: client_id })
      await setReviewIndex(db, request_id, 'phone', sealing.index('review phone', phone))
      if (!facts) continue
      const { surname } = keys.unseal<{ surname?: string }>(facts, {
        table: 'request',
        id: request_id,
        column: 'facts',
      })
      if (surname) await setReviewIndex(db, request_id, 'surname', sealing.index('review surname', surnameKey(surname)))
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.request_id
  }
}

async function blacklist({ db, sealing }: Parts): Promise<void> {
  for (const { person, kind, sealed } of await blacklisted(db)) {
    // Listed before values were kept beside their index: found as long as the earlier key is in APP_KEY_OLD.
    if (!sealed) continue
    const placeOf = (blind: Uint8Array) => ({ table: 'blacklist', id: Buffer.from(blind).toString('hex') })
    const value = sealing.unseal<string>(sealed, placeOf(person))
    const index = sealing.index(`blacklist.${kind}`, value)
    if (!same(index, person)) await setBlacklisted(db, person, index, sealing.seal(value, placeOf(index)))
  }
}

/** Makes the blind indexes of the present key, by which people are found. Answers how many clients it changed. */
export async function indexAnew(parts: Parts, surnameKey: (surname: string) => string): Promise<number> {
  await reviews(parts, surnameKey)
  await blacklist(parts)
  return clients(parts)
}
