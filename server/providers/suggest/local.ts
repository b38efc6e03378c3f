import { readFileSync } from 'node:fs'
import type { Suggestion } from '#contract/calls/operations.ts'
import type { SuggestProvider } from './port.ts'

const read = <T>(name: string) => JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as T

const most = 7
const plain = (text: string) => text.toLowerCase().replace(/ё/g, 'е')

/** A word of the name begins as typed; names that begin so themselves come first. */
export function matching<T>(items: readonly T[], query: string, name: (item: T) => string): T[] {
  const wanted = plain(query.trim())
  const score = (item: T) => {
    const text = plain(name(item))
    if (text.startsWith(wanted)) return 0
    return text.split(/[\s—-]+/).some((word) => word.startsWith(wanted)) ? 1 : 2
  }
  return items
    .map((item) => ({ item, rank: score(item) }))
    .filter(({ rank }) => rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item)
}

/** What ships with the product: regions and their towns, usual positions, banks of the fast payment system, some issuers. No network. */
export function localSuggestions(): SuggestProvider {
  const regions = read<{ name: string; towns: string[] }[]>('regions')
  const banks = read<{ name: string; id: string }[]>('banks')
  const positions = read<string[]>('positions')
  const issuers = read<{ code: string; names: string[] }[]>('issuers')

  function towns(query: string, within: string | undefined): Suggestion[] {
    const own = regions.filter(({ name }) => !within || plain(name) === plain(within))
    const all = own.flatMap(({ name, towns: list }) => list.map((town) => ({ town, region: name })))
    return matching(all, query, ({ town }) => town).map(({ town, region }) => ({
      value: town,
      hint: region,
      data: { region },
    }))
  }

  return {
    name: 'local',
    async find(kind, query, within) {
      switch (kind) {
        case 'region':
          return matching(regions, query, ({ name }) => name).map(({ name }) => ({ value: name, data: {} }))
        case 'city':
          return towns(query, within.region)
        case 'position':
          return matching(positions, query, (name) => name).map((value) => ({ value, data: {} }))
        case 'bank':
          return matching(banks, query, ({ name }) => name).map(({ name, id }) => ({ value: name, data: { id } }))
        case 'issuer': {
          const found = issuers.find(({ code }) => code === within.code)?.names ?? []
          return found.map((value) => ({ value, hint: within.code ?? '', data: {} }))
        }
        default:
          return []
      }
    },
  }
}
