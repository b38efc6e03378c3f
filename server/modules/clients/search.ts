import { isContractNumber } from '#contract/contractNumber.ts'
import { normalizePassportNumber, normalizePersonInn, normalizePhone, normalizeSnils } from '#contract/identifiers.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { People } from '../people/index.ts'
import { clientsOfContract, clientsOfEnd, clientsOfId, clientsOfPhone } from './store.ts'

const wholeId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const shortId = /^[\da-f]{8}$/i

/** What was typed, as the journal may name it: never the value. */
export type SoughtBy = 'id' | 'contract' | 'phone' | 'passport' | 'snils' | 'inn' | 'email' | 'name'

/** Finds accounts by whatever was typed: all that it may mean is looked up. */
export function createSearch(
  { db, sealing }: Pick<Platform, 'db' | 'sealing'>,
  people: Pick<People, 'byKey' | 'byName'>,
) {
  return async (typed: string, limit: number): Promise<{ ids: string[]; by: SoughtBy[] }> => {
    const text = typed.trim().replace(/^[…№#\s]+/, '')
    const found = new Map<string, SoughtBy>()
    const add = (by: SoughtBy, ids: readonly string[]) => {
      for (const id of ids) if (!found.has(id)) found.set(id, by)
    }
    if (wholeId.test(text)) add('id', await clientsOfId(db, text.toLowerCase()))
    if (shortId.test(text)) add('id', await clientsOfEnd(db, text.toLowerCase(), limit))
    if (isContractNumber(text)) {
      const digits = text.replace(/\D/g, '')
      add('contract', await clientsOfContract(db, `${digits.slice(0, 6)}-${digits.slice(6, 12)}-${digits.slice(12)}`))
    }
    const phone = normalizePhone(text)
    if (phone) {
      add('phone', await clientsOfPhone(db, sealing.indexes('phone', phone)))
      add('phone', await people.byKey(db, 'extraPhone', phone.slice(1)))
    }
    const numbers = [
      ['passport', normalizePassportNumber(text)],
      ['snils', normalizeSnils(text)],
      ['inn', normalizePersonInn(text)],
    ] as const
    for (const [kind, number] of numbers) if (number) add(kind, await people.byKey(db, kind, number.replace(/\D/g, '')))
    if (text.includes('@')) add('email', await people.byKey(db, 'email', text.toLowerCase()))
    else if (/\p{L}/u.test(text)) add('name', await people.byName(db, text, limit))
    return { ids: [...found.keys()], by: [...new Set(found.values())] }
  }
}
