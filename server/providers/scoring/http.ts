import * as z from 'zod/mini'
import type { Platform } from '#server/platform/platform.ts'
import type { Secret } from '#server/platform/secret.ts'
import type { Scoring } from './port.ts'

/** As a machine tells it by itself (`requests/{id}/opinions`): docs/integration.md. */
const answerSchema = z.object({
  score: z.int().check(z.minimum(0), z.maximum(100_000)),
  reasons: z.array(z.string().check(z.regex(/^[\w.-]{1,60}$/))).check(z.maxLength(50)),
})

interface Setting {
  readonly url: string
  readonly token?: Secret | undefined
  readonly timeout: number
}

/** A scoring of the lender that is asked by HTTP: one question, one answer, or none. */
export function httpScoring(
  { outbound, log, metrics }: Pick<Platform, 'outbound' | 'log' | 'metrics'>,
  { url, token, timeout }: Setting,
): Scoring {
  const count = metrics.counter('scoring_calls_total', 'Questions to the lender’s scoring', [
    { answered: 'yes' },
    { answered: 'no' },
  ])
  const silent = (why: string) => {
    count({ answered: 'no' })
    log.warn({ why }, 'the scoring gave no answer: the rules are told so')
    return null
  }
  return {
    name: 'http',
    async ask(question) {
      const headers = token ? { authorization: `Bearer ${token.reveal()}` } : undefined
      try {
        const reply = await outbound({ url, method: 'POST', body: question, timeout, ...(headers && { headers }) })
        if (reply.status !== 200) return silent(`it answered ${reply.status}`)
        const { success, data } = answerSchema.safeParse(reply.json())
        if (!success) return silent('its answer is not of the agreed shape')
        count({ answered: 'yes' })
        return data
      } catch (error) {
        return silent(error instanceof Error ? error.message : 'the call failed')
      }
    },
  }
}
