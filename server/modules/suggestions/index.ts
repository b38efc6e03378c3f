import { hash } from 'node:crypto'
import { type Suggestion, suggest } from '#contract/calls/operations.ts'
import type { Router } from '#server/http/router.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SuggestProvider } from '#server/providers/suggest/port.ts'

const lives = 24 * 3600_000
const mostKept = 5000

/** Suggestions while typing: cached, limited, and an empty list instead of an error. */
export function suggestionRoutes(router: Router, platform: Platform, provider: SuggestProvider) {
  const kept = new Map<string, { at: number; found: readonly Suggestion[] }>()

  router.read(suggest, async ({ params, body }) => {
    // A digest: what is kept is of one size, whatever was asked.
    const asked = JSON.stringify([params.kind, body.query.toLowerCase(), body.within ?? {}])
    const key = hash('sha256', asked, 'base64')
    const now = platform.clock.now().getTime()
    const before = kept.get(key)
    if (before && now - before.at < lives) return { suggestions: [...before.found] }
    try {
      const found = await provider.find(params.kind, body.query, body.within ?? {})
      if (kept.size >= mostKept) kept.clear()
      kept.set(key, { at: now, found })
      return { suggestions: [...found] }
    } catch (error) {
      platform.log.warn({ provider: provider.name, kind: params.kind, err: error }, 'suggestions unavailable')
      return { suggestions: [] }
    }
  })
}
