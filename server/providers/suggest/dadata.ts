import * as z from 'zod/mini'
import type { Suggestion, SuggestKind } from '#contract/calls/operations.ts'
import type { SuggestProvider } from './port.ts'

const text = z.optional(z.nullable(z.string()))
const answer = z.object({
  suggestions: z.array(
    z.object({
      value: z.string(),
      data: z.looseObject({
        region_with_type: text,
        city_with_type: text,
        settlement_with_type: text,
        street_with_type: text,
        house: text,
        postal_code: text,
        code: text,
        bic: text,
        inn: text,
      }),
    }),
  ),
})
type Found = z.output<typeof answer>['suggestions'][number]

/** The service's own names: POST …/suggestions/api/4_1/rs/suggest/{address|fms_unit|bank|party}. */
const resources: Readonly<Partial<Record<SuggestKind, string>>> = {
  address: 'address',
  region: 'address',
  city: 'address',
  street: 'address',
  issuer: 'fms_unit',
  employer: 'party',
  bank: 'bank',
}

const bounds: Partial<Record<SuggestKind, [string, string]>> = {
  region: ['region', 'region'],
  city: ['city', 'settlement'],
  street: ['street', 'street'],
}

function place(kind: SuggestKind, { value, data }: Found): Suggestion {
  const region = data.region_with_type ?? ''
  const city = data.city_with_type ?? data.settlement_with_type ?? ''
  const street = data.street_with_type ?? ''
  const own = { region, city, street }[kind as 'region'] ?? value
  const known = Object.entries({ region, city, street, index: data.postal_code ?? '', house: data.house ?? '' })
  return {
    value: own || value,
    ...(own !== value && { hint: value }),
    data: Object.fromEntries(known.filter(([part, found]) => found && part !== kind)),
  }
}

function suggestion(kind: SuggestKind, found: Found): Suggestion {
  if (resources[kind] === 'address') return place(kind, found)
  const { code, bic, inn } = found.data
  const hint = code ?? inn ?? bic
  return {
    value: found.value,
    ...(hint && { hint }),
    data: { ...(code && { code }), ...(bic && { bik: bic }), ...(inn && { inn }) },
  }
}

/** DaData by its token; `post` is the outbound fetch with its time-out and size limits. What it does not know, `otherwise` answers. */
export function dadata(
  token: string,
  post: (url: string, headers: Record<string, string>, body: unknown) => Promise<unknown>,
  otherwise: SuggestProvider,
): SuggestProvider {
  return {
    name: 'dadata',
    async find(kind, query, within) {
      const resource = resources[kind]
      if (!resource) return otherwise.find(kind, query, within)
      const [from, to] = bounds[kind] ?? []
      const { region, city } = within
      const body = {
        query: kind === 'issuer' ? (within.code ?? query) : query,
        count: 7,
        ...(from && { from_bound: { value: from }, to_bound: { value: to }, restrict_value: false }),
        ...(kind !== 'region' &&
          (region || city) && { locations: [{ ...(region && { region }), ...(city && { city }) }] }),
      }
      const url = `https://suggestions.dadata.ru/suggestions/api/4_1/rs/suggest/${resource}`
      const found = answer.parse(await post(url, { authorization: `Token ${token}` }, body))
      return found.suggestions.map((item) => suggestion(kind, item))
    },
  }
}
