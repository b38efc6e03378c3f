import { officeCore, repeatCoreEntry } from '#contract/calls/office/core.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import type { CoreDesk } from './service.ts'
import type { OpenIntent } from './store.ts'

const pageSize = 50

interface Parts {
  readonly router: Router
  readonly core: Pick<CoreDesk, 'name' | 'open' | 'counts' | 'again'>
}

const viewOf = (row: OpenIntent) => ({
  id: row.id,
  loanId: row.loan_id,
  contract: row.contract,
  kind: row.kind,
  day: row.day,
  amount: row.amount,
  state: row.state === 'refused' ? ('refused' as const) : ('waiting' as const),
  attempts: row.attempts,
  madeAt: row.made_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  fault: row.fault,
  behind: row.behind,
})

export function coreRoutes({ router, core }: Parts) {
  router.read(officeCore, async ({ query }) => {
    const rows = await core.open(placeOf(query.after), pageSize + 1)
    const shown = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? shown.at(-1) : undefined
    return {
      core: core.name,
      ...(await core.counts()),
      items: shown.map(viewOf),
      ...(last && { next: cursorOf(last.made_at, last.id) }),
    }
  })

  router.change(repeatCoreEntry, async ({ actor, params }, tx) => {
    await core.again(tx, params.id, actor.id)
    return undefined
  })
}
