import { createHash } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'
import type { ErrorReport } from './envelope.ts'
import { countError, countGroups, countOnly, insertError, type SeenError } from './store.ts'

/** Groups kept at once; of what no longer fits only the number is. */
const mostGroups = 1000
const overflow = { message: 'Прочие ошибки: видов больше, чем хранится', place: null, release: null, breadcrumbs: [] }
const everybody = 'all'

const idOf = ({ message, place }: { message: string; place: string | null }) =>
  createHash('sha256').update(`${message}\n${place}`).digest('hex').slice(0, 32)

const bytesOf = ({ message, breadcrumbs }: SeenError) => Buffer.byteLength(message + breadcrumbs.join(''))

/**
 * Error reports in groups by message and place, redacted before they come here. Whatever is sent, the rows and the bytes written a day
 * are bounded: beyond that, groups only count, and what has no group is counted in one for all the rest.
 */
export function createErrors({ db, clock, limits, metrics }: Platform) {
  const unwritten = metrics.counter('error_reports_unwritten_total', 'Error reports of browsers that were only counted')
  const over = async (figure: 'bytes' | 'groups', weight = 1) =>
    !(await limits.hit('errorReports', figure, everybody, weight)).allowed

  async function countRest(at: Date): Promise<void> {
    unwritten()
    const rest = { ...overflow, id: idOf(overflow), last_at: at }
    if (!(await countOnly(db, rest.id, at))) await insertError(db, rest)
  }

  async function keepOne(row: SeenError): Promise<void> {
    if (await over('bytes', bytesOf(row))) {
      if (!(await countOnly(db, row.id, row.last_at))) await countRest(row.last_at)
    } else if (!(await countError(db, row))) {
      if ((await over('groups')) || (await countGroups(db)) >= mostGroups) await countRest(row.last_at)
      else await insertError(db, row)
    }
  }

  return async (reports: readonly ErrorReport[]): Promise<void> => {
    for (const { message, place = null, release = null, breadcrumbs } of reports)
      await keepOne({ id: idOf({ message, place }), message, place, release, breadcrumbs, last_at: clock.now() })
  }
}
