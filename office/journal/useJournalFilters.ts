import { useLocation, useSearch } from 'wouter'
import { parseDate } from '#contract/dateReading.ts'

const names = ['subject', 'actor', 'event', 'from', 'until'] as const
type Name = (typeof names)[number]

const isDay = (text: string) => parseDate(text.split('-').reverse().join('.')) !== null

/** What the journal is narrowed to; it stands in the address, so that a reload, Back and a link keep it */
export function useJournalFilters() {
  const [, go] = useLocation()
  const search = new URLSearchParams(useSearch())
  const given = names.flatMap((name) => {
    const value = search.get(name)
    if (!value || ((name === 'from' || name === 'until') && !isDay(value))) return []
    return [[name, value] as const]
  })
  const chosen: Partial<Record<Name, string>> = Object.fromEntries(given)
  return {
    chosen,
    choose(name: Name, value: string) {
      const next = new URLSearchParams(Object.entries({ ...chosen, [name]: value }).filter(([, text]) => text !== ''))
      go(`/journal${next.size > 0 ? `?${next}` : ''}`, { replace: name !== 'subject' })
    },
    clear: () => go('/journal'),
  }
}
