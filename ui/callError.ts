import type { Issue } from '#contract/errors.ts'

/** A call that did not succeed: an answer with an error, or no answer at all (`code` is `network`). */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: string
  readonly status: number
  readonly issues: readonly Issue[]
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId: string | undefined

  constructor(parts: {
    code: string
    message: string
    status: number
    issues?: readonly Issue[]
    details?: Readonly<Record<string, unknown>>
    traceId?: string | undefined
  }) {
    super(parts.message)
    this.code = parts.code
    this.status = parts.status
    this.issues = parts.issues ?? []
    this.details = parts.details ?? {}
    this.traceId = parts.traceId
  }
}
