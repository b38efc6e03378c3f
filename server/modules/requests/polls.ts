import type { z } from 'zod/mini'
import type { findByClientIds } from '#contract/calls/requests.ts'
import type { SessionTicket } from '#server/http/actors.ts'
import { openBriefMemory } from '#server/platform/brief-memory.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Requests, ViewedRequest } from './service.ts'
import type { PollingSession } from './store.ts'
import type { RequestViews } from './view.ts'

type Answer = z.input<typeof findByClientIds.answer>

interface Kept {
  readonly body: string
  /** A place in the queue changes with anybody's request. */
  readonly waits: boolean
}

/** The same JSON without a letter beyond ASCII: it leaves in one piece with its headers, and is not encoded anew each time. */
const inAscii = (json: string) =>
  json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The poll's answers as they go out, kept until a change is heard of: from this server at once, from others by NOTIFY. */
export function createPolls({ clock, live }: Platform, requests: Requests, views: RequestViews) {
  const kept = openBriefMemory<Kept>({ clock, lifeMs: 5000, most: 10_000 })
  live.subscribeAll((clientId) => {
    if (clientId === null) return kept.forgetAll()
    kept.forget(clientId)
    kept.forgetWhere(({ waits }) => waits)
  })

  async function written(list: readonly ViewedRequest[]): Promise<Kept> {
    const data = await Promise.all(list.map((request) => views.view(request)))
    const answer: Answer = { result: { count: list.length, data } }
    return { body: inAscii(JSON.stringify(answer)), waits: data.some(({ queue }) => queue) }
  }

  return {
    /** The session of a token; what its client's poll is answered comes with it, and is kept for `answer`. */
    async sessionOf(ticket: SessionTicket): Promise<PollingSession | undefined> {
      const mark = kept.mark()
      const polled = await requests.polled(ticket)
      if (polled) kept.keep(polled.session.client_id, await written(polled.requests), mark)
      return polled?.session
    },

    /** Body of the answer for one client. */
    async answer(clientId: string): Promise<string> {
      const { body } = await kept.read(clientId, async () => written(await requests.list(clientId)))
      return body
    },
  }
}

export type Polls = ReturnType<typeof createPolls>
