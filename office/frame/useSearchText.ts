import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

const textIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'search' in state && typeof state.search === 'string'
    ? state.search
    : ''

/**
 * What is searched for in a list. It names a person, so it is kept beside the page's place in the history, where a reload
 * and Back find it, and never in the address, which goes on into logs, bookmarks and other people's screens
 */
export function useSearchText(): readonly [string, (text: string) => void] {
  const [path, go] = useLocation()
  const query = useSearch()
  const kept = textIn(useHistoryState())
  return [
    kept,
    (text) => go(`${path}${query && `?${query}`}`, { replace: true, state: text ? { search: text } : null }),
  ]
}

/** To go to another filter of the same list with what is searched for */
export const keepingSearch = () => ({ replace: true, state: history.state as unknown })
