import { beginnings } from '#contract/person/words.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  addWords,
  clientsAfter,
  listedAfter,
  personKeysAfter,
  reviewsAfter,
  setListed,
  setPersonKey,
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

async function lists({ db, sealing }: Parts): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await listedAfter(db, last)
    for (const { id, kind, blind, sealed } of rows) {
      const { value } = sealing.unseal<{ value: string }>(sealed, { table: 'list_entry', id })
      const now = sealing.index(`person ${kind}`, value).toString('hex')
      if (now !== blind) await setListed(db, id, now)
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

async function people({ db, sealing, clientKeys }: Parts): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await personKeysAfter(db, last)
    for (const { id, client_id, kind, blind, sealed } of rows) {
      const value = (await clientKeys.of(db, client_id)).unseal<string>(sealed, { table: 'person_key', id })
      const now = sealing.index(`person ${kind}`, value).toString('hex')
      if (now !== blind) await setPersonKey(db, id, now)
      if (kind === 'name' && now !== blind) {
        const words = beginnings(value.replace(/ [\d-]+$/, ''))
        await addWords(
          db,
          client_id,
          words.map((word) => sealing.index('client word', word).toString('hex')),
        )
      }
    }
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** Makes the blind indexes of the present key, by which people are found. Answers how many clients it changed. */
export async function indexAnew(parts: Parts, surnameKey: (surname: string) => string): Promise<number> {
  await reviews(parts, surnameKey)
  await lists(parts)
  await people(parts)
  return clients(parts)
}
