import { Readable } from 'node:stream'
import { exportBookDay } from '#contract/calls/office/book.ts'
import { parseDate } from '#contract/dateReading.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import type { DayFiles } from './day-file.ts'

interface Parts {
  readonly router: Router
  readonly dayFiles: DayFiles
}

export function bookRoutes({ router, dayFiles }: Parts) {
  router.read(exportBookDay, async ({ actor, params, reply }) => {
    const day = parseDate(params.day)
    if (!day) throw fail('bad_request', { issues: [{ field: 'day', message: 'Такой даты нет' }] })
    dayFiles.check(day)
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${dayFiles.name(day, params.kind)}"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(dayFiles.file(day, params.kind, { kind: 'staff', id: actor.id })))
    return undefined
  })
}
