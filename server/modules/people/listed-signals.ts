import type { Kysely } from 'kysely'
import type { KeyKind } from '#contract/person/keys.ts'
import { type Signal, signalKinds } from '#contract/person/signals.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fincertHits, invalidIn } from './list-store.ts'
import { keyPlace, passportsOf } from './store.ts'

const words: Partial<Record<KeyKind, string>> = {
  passport: 'паспорт',
  snils: 'СНИЛС',
  inn: 'ИНН',
  phone: 'телефон',
  payee: 'получатель денег',
  shortName: 'имя и дата рождения',
  nameAlone: 'имя',
}

/** A person held against the files that are signals: passports that are not valid, ФинЦЕРТ. */
export function createListedSignals({ clientKeys }: Pick<Platform, 'clientKeys'>) {
  return async (within: { readonly db: Kysely<unknown> }, clientId: string, person: readonly string[]) => {
    const found: Signal[] = []
    // The passport that counts is the account's last; a former one is not valid by its nature.
    const [passport] = await passportsOf(within.db, clientId)
    if (passport) {
      const number = (await clientKeys.of(within.db, clientId)).unseal<string>(passport.sealed, keyPlace(passport.id))
      const lists = await invalidIn(within.db, number)
      const [first] = lists
      if (first)
        found.push({
          kind: 'invalidPassport',
          weight: signalKinds.invalidPassport.weight,
          persons: lists.length,
          since: first.loaded_at.toISOString(),
          compared: `номер паспорта, список «${lists.map(({ name }) => name).join('», «')}»`,
        })
    }
    const hits = await fincertHits(within.db, person)
    const [hit] = hits
    if (hit) {
      const kinds = [...new Set(hits.map(({ kind }) => words[kind] ?? kind))]
      const lines = [...new Set(hits.map(({ name, line }) => `«${name}», строка ${line}`))]
      found.push({
        kind: 'fincert',
        weight: signalKinds.fincert.weight,
        persons: lines.length,
        since: hit.loaded_at.toISOString(),
        compared: `${kinds.join(', ')}: ${lines.slice(0, 3).join('; ')}`,
      })
    }
    return found
  }
}
