import type { Remark } from '#contract/request.ts'
import type { Raw } from '#contract/step.ts'
import type { ClientSealing } from '#server/platform/client-keys.ts'
import type { RequestKey } from '../requests/index.ts'
import type { StepRow } from './store.ts'

/** A step as kept, opened. */
export interface OpenStep {
  readonly number: number
  readonly raw: Raw
  readonly revision: number
  readonly schemaVersion: number
  readonly answers: Record<string, unknown> | null
  /** The accepted answers of the round before, once the step was sent back. */
  readonly before: Record<string, unknown> | null
  readonly accepted: boolean
  readonly returned: boolean
  readonly remarks: readonly Remark[]
  readonly acceptedAt: Date | null
}

const place = (requestId: string, number: number, column: string) => ({
  table: 'step',
  id: `${requestId}:${number}`,
  column,
})

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Seals and opens what is kept of one client's steps. */
export function createKeeping(sealing: Pick<ClientSealing, 'seal' | 'unseal'>) {
  const open = <T>(bytes: Uint8Array | null, row: StepRow, column: string): T | null =>
    bytes ? sealing.unseal<T>(bytes, place(row.request_id, row.number, column)) : null

  return {
    /** What is sealed is opened when it is asked for: most of a request's steps are only counted. */
    open(row: StepRow): OpenStep {
      const raw = once(() => open<Raw>(row.raw, row, 'raw') ?? {})
      const answers = once(() => open<Record<string, unknown>>(row.answers, row, 'answers'))
      const before = once(() => open<Record<string, unknown>>(row.before, row, 'before'))
      const remarks = once(() => open<Remark[]>(row.remarks, row, 'remarks') ?? [])
      return {
        number: row.number,
        revision: row.revision,
        schemaVersion: row.schema_version,
        accepted: row.accepted,
        returned: row.returned,
        acceptedAt: row.accepted_at,
        get raw() {
          return raw()
        },
        get answers() {
          return answers()
        },
        get before() {
          return before()
        },
        get remarks() {
          return remarks()
        },
      }
    },

    close({ id: requestId, client_id }: RequestKey, step: OpenStep, now: Date): StepRow {
      const seal = (value: unknown, column: string) =>
        value === null ? null : sealing.seal(value, place(requestId, step.number, column))
      return {
        request_id: requestId,
        client_id,
        number: step.number,
        revision: step.revision,
        schema_version: step.schemaVersion,
        raw: sealing.seal(step.raw, place(requestId, step.number, 'raw')),
        answers: seal(step.answers, 'answers'),
        before: seal(step.before, 'before'),
        accepted: step.accepted,
        returned: step.returned,
        remarks: seal(step.remarks.length > 0 ? step.remarks : null, 'remarks'),
        updated_at: now,
        accepted_at: step.acceptedAt,
      }
    },
  }
}
