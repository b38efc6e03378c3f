import { useCallback } from 'react'
import { longestSuggested, type Suggestion, type SuggestKind, suggest } from '#contract/calls/operations.ts'
import { useServices } from '../services.ts'

const known = new Map<string, readonly Suggestion[]>()
const mostKnown = 200

/** Looks suggestions of one kind up through the server; `within` narrows them (a city within its region). */
export function useSuggest(kind: SuggestKind, within: Record<string, string> = {}) {
  const { call } = useServices()
  const narrowed = JSON.stringify(within)
  return useCallback(
    async (query: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
      const key = `${kind} ${narrowed} ${query}`
      const before = known.get(key)
      if (before) return before
      const body = { query, within: JSON.parse(narrowed) as Record<string, string> }
      // a text pasted by mistake names nothing that could be found
      if ([query, ...Object.values(body.within)].some(({ length }) => length > longestSuggested)) return []
      const { suggestions } = await call(suggest, { params: { kind }, body }, { signal })
      if (known.size >= mostKnown) known.clear()
      known.set(key, suggestions)
      return suggestions
    },
    [call, kind, narrowed],
  )
}
