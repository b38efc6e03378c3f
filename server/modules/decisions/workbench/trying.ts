import type { Finding } from '#contract/calls/office/workbench.ts'
import type { RuleRow } from '#contract/decisionTable/table.ts'
import { fail } from '#server/platform/failure.ts'
import { bytesOf, openWorkers, WorkerGone } from '#server/platform/worker-process.ts'
import type { DecisionInputs } from '../inputs.ts'
import type { LegalFacts } from './checking.ts'
import type { Made } from './comparing.ts'

/** What the process is asked: to look for faults of a table, or to decide by it. Inputs and answers travel as bytes. */
export type Order =
  | { readonly do: 'check'; readonly rows: readonly RuleRow[]; readonly law: LegalFacts }
  | { readonly do: 'decide'; readonly version: string; readonly content: string }

const program = new URL('./program.ts', import.meta.url)

const bounds = { timeMs: 120_000, heapMb: 512, answerBytes: 64 * 1024 * 1024, silent: false }

const json = (value: unknown) => bytesOf(Buffer.from(JSON.stringify(value)))
const read = <T>(bytes: Buffer): T => JSON.parse(bytes.toString('utf8')) as T

export type AskChecks = (rows: readonly RuleRow[], law: LegalFacts) => Promise<Finding[]>

/** Decides many by one table; where a table has no answer for somebody, the answer is none. */
export type DecideMany = (
  rules: { readonly version: string; readonly content: string },
  inputs: readonly DecisionInputs[],
) => Promise<readonly (Made | null)[]>

/** A draft is tried in processes of its own: no borrower waits for it, and it can end nothing else. Backtests and checks do not wait for each other. */
export function openTrying(): { readonly check: AskChecks; readonly decide: DecideMany } {
  const checks = openWorkers<Order, null>(program, { ...bounds, atOnce: 1, waiting: 10, tries: 1 })
  const decisions = openWorkers<Order, null>(program, { ...bounds, atOnce: 1, waiting: 200, tries: 2 })
  return {
    async check(rows, law) {
      try {
        return read<Finding[]>((await checks({ do: 'check', rows, law })).bytes)
      } catch (error) {
        if (error instanceof WorkerGone) throw fail('unavailable')
        throw error
      }
    },
    async decide({ version, content }, inputs) {
      const { bytes } = await decisions({ do: 'decide', version, content }, json(inputs))
      return read<(Made | null)[]>(bytes)
    },
  }
}
