import { type AppealKind, type AppealState, clockRuns } from '#contract/appeals.ts'
import type { CallAnswer } from '#contract/call.ts'
import type { OfficeAppealItem, officeAppeal } from '#contract/calls/office/appeals.ts'
import { daysBetween, type IsoDate } from '#contract/dates.ts'
import type { RightsHolder } from '#contract/roles.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import { fail } from '#server/platform/failure.ts'
import { type AppealBook, type AppealParts, aboutAppeal } from './book.ts'
import type { Deciding } from './deciding.ts'
import { type AppealRow, filesOf, listedAppeals, readAppeal, waitingCounts } from './store.ts'

const pageSize = 50
type Names = ReadonlyMap<string, string>

/** Appeals as the staff work with them. */
export function createAppealDesk(
  { platform, evidence }: AppealParts,
  { today, unseal, unkeptTitles }: AppealBook,
  { mayConfirm, conditions }: Pick<Deciding, 'mayConfirm' | 'conditions'>,
) {
  const { db } = platform

  platform.metrics.gauge(
    'appeals_late',
    'Appeals whose day for the answer has passed',
    async () => (await waitingCounts(db, today())).late,
  )

  const item = (row: AppealRow, names: Names): OfficeAppealItem => ({
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    way: row.way,
    cameOn: row.came_on,
    answerBy: row.answer_by,
    left: clockRuns(row.kind, row.state) ? daysBetween(today(), row.answer_by as IsoDate) : null,
    asked: row.state === 'open' && row.asked_by ? (names.get(row.asked_by) ?? '—') : null,
  })

  return {
    async queue(
      asked: { kind?: AppealKind | undefined; state?: AppealState | undefined; after?: string | undefined },
      names: Names,
    ) {
      const place = placeOf(asked.after)
      const after = place && { day: place.at.toISOString().slice(0, 10), id: place.id }
      const found = await listedAppeals(db, { ...asked, after, limit: pageSize + 1 })
      const page = found.slice(0, pageSize)
      const last = found.length > pageSize ? page.at(-1) : undefined
      const ended = asked.state === 'answered' || asked.state === 'withdrawn'
      return {
        items: page.map((row) => item(row, names)),
        ...(last && { next: cursorOf(new Date(ended ? last.came_on : last.answer_by), last.id) }),
        ...(await waitingCounts(db, today())),
      }
    },

    /** A paper of an appeal, for whoever may read appeals; the look is in the journal. */
    async file(id: string, file: string, staffId: string) {
      const row = await readAppeal(db, id)
      if (!row || !(await filesOf(db, id)).some((one) => one.id === file)) throw fail('not_found')
      const stored = await evidence.stored(file)
      await platform.transact(async (tx) => {
        const actor = { kind: 'staff', id: staffId } as const
        tx.journal({ event: 'appeal.viewFile', actor, subject: aboutAppeal(id), data: { file } })
      })
      return stored
    },

    /** One appeal with everything about it; the look is in the journal. */
    async one(
      id: string,
      staff: RightsHolder & { id: string },
      names: Names,
    ): Promise<CallAnswer<typeof officeAppeal>> {
      const row = await readAppeal(db, id)
      if (!row) throw fail('not_found')
      await platform.transact(async (tx) => {
        tx.journal({ event: 'appeal.view', actor: { kind: 'staff', id: staff.id }, subject: aboutAppeal(id) })
      })
      const answer = await unseal(db, row, 'answer')
      const waits = row.state === 'open' || row.state === 'papers'
      const proposal =
        waits && row.asked_by && row.outcome ? { by: names.get(row.asked_by) ?? '—', outcome: row.outcome } : null
      return {
        ...item(row, names),
        version: row.version,
        client: row.client_id,
        loan: row.loan_id,
        words: (await unseal(db, row, 'words')) ?? '',
        ground: row.ground,
        months: row.months,
        serviceUntil: row.service_until,
        enteredBy: row.entered_by ? (names.get(row.entered_by) ?? '—') : null,
        silenceOn: row.silence_on,
        extended: row.extended,
        papersWanted: await unseal(db, row, 'papers'),
        files: (await filesOf(db, id)).map(({ at, ...file }) => ({ ...file, at: at.toISOString() })),
        conditions: waits && row.kind === 'holiday' ? await conditions(row) : [],
        proposal: proposal && {
          ...proposal,
          answer: answer ?? '',
          terms: row.terms,
          unkept: unkeptTitles(row),
          mayConfirm: mayConfirm(row, staff),
        },
        outcome: waits ? null : row.outcome,
        answer: waits ? null : answer,
        unkept: waits ? [] : unkeptTitles(row),
        decidedBy: row.decided_by ? (names.get(row.decided_by) ?? '—') : null,
      }
    },
  }
}
