import type { z } from 'zod/mini'
import type { findByClientIds } from '#contract/calls/requests.ts'
import { openBriefMemory } from '#server/platform/brief-memory.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Requests } from './service.ts'
import type { RequestViews } from './view.ts'

type Answer = z.input<typeof findByClientIds.answer>

interface Kept {
  readonly text: string
  /** A place in the queue changes with anybody's request. */
  readonly waits: boolean
}

/** The poll's answers as they go out, kept until a change is heard of: from this server at once, from others by NOTIFY. */
export function createPolls({ clock, live }: Platform, requests: Requests, views: RequestViews) {
  const kept = openBriefMemory<Kept>({ clock, lifeMs: 5000, most: 10_000 })
  live.subscribeAll((clientId) => {
    if (clientId === null) return kept.forgetAll()
    kept.forget(clientId)
    kept.forgetWhere(({ waits }) => waits)
  })

  async function ask(clientId: string): Promise<Kept> {
    const list = await requests.list(clientId)
    const data = await Promise.all(list.map((request) => views.view(request)))
    const answer: Answer = { result: { count: list.length, data } }
    return { text: JSON.stringify(answer), waits: data.some(({ queue }) => queue) }
  }

  return {
    /** Body of the answer for one client. */
    answer: async (clientId: string) => (await kept.read(clientId, () => ask(clientId))).text,
  }
}

export type Polls = ReturnType<typeof createPolls>
