import { type ErrorCode, errorCatalogue, type Issue } from '#contract/errors.ts'

interface More {
  /** Fields that are wrong and what to do about each. */
  issues?: readonly Issue[]
  /** What the client needs to go on: the other version, missing steps, seconds to wait. No inner detail. */
  details?: Record<string, unknown>
  /** Commit what the transaction did before failing: a wrong code counts as a try. */
  keep?: boolean
}

/** An expected failure with a code of the catalogue. Anything else that is thrown becomes `internal`. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  readonly details: Record<string, unknown> | undefined
  readonly keep: boolean

  constructor(code: ErrorCode, more: More = {}) {
    super(errorCatalogue[code].text)
    this.code = code
    this.issues = more.issues
    this.details = more.details
    this.keep = more.keep ?? false
  }
}

/** `throw fail('not_found')` */
export const fail = (code: ErrorCode, more?: More) => new Failure(code, more)
