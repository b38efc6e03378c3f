import { type appealStates, clockRuns, deadlinesOf } from '#contract/appeals.ts'
import type { AppealView } from '#contract/calls/appeals.ts'
import { dateInZone } from '#contract/zones.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Entered } from '../signing/index.ts'
import { type AppealParts, aboutAppeal, createAppealBook } from './book.ts'
import { createDeciding } from './deciding.ts'
import { createAppealDesk } from './desk.ts'
import { createNewTerms } from './newTerms.ts'
import { type Asking, createRegistering } from './registering.ts'
import { type AppealRow, appealsOf, filesOf, insertFile, lockAppeal, updateAppeal } from './store.ts'

/** What borrowers ask of the lender in so many words, from its registration to the answer. */
export function createAppeals(parts: AppealParts) {
  const { platform, loans, lender } = parts
  const { db } = platform
  const book = createAppealBook(parts)
  const { today, seal, unseal, unkeptTitles } = book
  const deciding = createDeciding(parts, book)
  const registering = createRegistering(parts, book)
  const newTerms = createNewTerms(parts, book, deciding)

  async function view(row: AppealRow, tx?: Tx): Promise<AppealView> {
    const at = tx?.db ?? db
    const answered = row.state === 'answered' || row.state === 'offered'
    return {
      id: row.id,
      number: row.number,
      kind: row.kind,
      state: row.state,
      loan: row.loan_id,
      way: row.way,
      cameOn: row.came_on,
      answerBy: row.answer_by,
      extended: row.extended,
      words: (await unseal(at, row, 'words')) ?? '',
      papersWanted: await unseal(at, row, 'papers'),
      outcome: answered ? row.outcome : null,
      answer: answered ? await unseal(at, row, 'answer') : null,
      unkept: answered ? unkeptTitles(row) : [],
      answeredOn: answered && row.decided_at ? dateInZone(row.decided_at, lender.zone) : null,
      offer: row.state === 'offered' ? await offerOf(row, tx) : null,
      files: (await filesOf(at, row.id)).map(({ id, type }) => ({ id, type })),
      request: row.request_id,
    }
  }

  /** The payments as they would be if the borrower agreed today. */
  async function offerOf(row: AppealRow, tx?: Tx): Promise<AppealView['offer']> {
    const id = row.loan_id ?? ''
    const known = await (tx ? loans.lock(tx, id, row.client_id) : loans.own(row.client_id, id))
    const { rows } = newTerms.drawn(row, known, today())
    return {
      rows: rows.map(({ date, lastDay, payment }) => ({ date, lastDay, payment })),
      until: row.offer_until ?? today(),
    }
  }

  async function own(tx: Tx, clientId: string, id: string, ...states: readonly (keyof typeof appealStates)[]) {
    const row = await lockAppeal(tx.db, id)
    if (row?.client_id !== clientId) throw fail('not_found')
    if (!states.includes(row.state)) throw fail('state_conflict')
    return row
  }

  return {
    ...createAppealDesk(parts, book, deciding),
    terms: registering.terms,
    enter: registering.enter,

    create: async (tx: Tx, clientId: string, asked: Asking): Promise<AppealView> =>
      view(await registering.create(tx, clientId, asked), tx),

    async list(clientId: string): Promise<AppealView[]> {
      return Promise.all((await appealsOf(db, clientId)).map((row) => view(row)))
    },

    /** What was missing has come: the clock that waited for it begins anew. */
    async supplement(tx: Tx, clientId: string, id: string, words: string): Promise<AppealView> {
      const row = await own(tx, clientId, id, 'papers')
      const waited = !clockRuns(row.kind, row.state)
      const { answerBy, silenceOn } = waited
        ? deadlinesOf(row.kind, today(), lender.rules, lender.calendar)
        : { answerBy: row.answer_by, silenceOn: row.silence_on }
      const before = await unseal(tx.db, row, 'words')
      const kept = await updateAppeal(tx.db, row, {
        state: 'open',
        words: await seal(tx, row, 'words', `${before}\n\nДополнено ${today()}:\n${words.trim()}`),
        answer_by: answerBy,
        silence_on: silenceOn,
      })
      const actor = { kind: 'client', id: clientId } as const
      tx.journal({ event: 'appeal.supplement', actor, subject: aboutAppeal(id), data: { answerBy } })
      return view(kept, tx)
    },

    /** A paper that has come is tied to the appeal it bears out. Whoever has seen the appeal looks again. */
    async attach(tx: Tx, clientId: string, id: string, file: string): Promise<AppealView> {
      const row = await own(tx, clientId, id, 'open', 'papers')
      await parts.evidence.takePaper(tx, clientId, file)
      await insertFile(tx.db, { client_id: clientId, file_id: file, appeal_id: id, at: parts.platform.clock.now() })
      const kept = await updateAppeal(tx.db, row, {})
      tx.journal({
        event: 'appeal.attach',
        actor: { kind: 'client', id: clientId },
        subject: aboutAppeal(id),
        data: { file },
      })
      return view(kept, tx)
    },

    async withdraw(tx: Tx, clientId: string, id: string): Promise<AppealView> {
      const row = await own(tx, clientId, id, 'open', 'papers', 'offered')
      const kept = await updateAppeal(tx.db, row, { state: 'withdrawn' })
      tx.journal({ event: 'appeal.withdraw', actor: { kind: 'client', id: clientId }, subject: aboutAppeal(id) })
      return view(kept, tx)
    },

    /** What the code of new terms signs. */
    package: newTerms.package,

    /** The borrower signs new terms: they are in force from today. */
    accept: async (tx: Tx, actor: ClientActor, id: string, entered: Entered): Promise<AppealView> =>
      view(await newTerms.sign(tx, actor, id, entered), tx),

    endHoliday: (tx: Tx, clientId: string, loanId: string) => loans.endHoliday(tx, loanId, clientId),
    ...deciding,
  }
}

export type Appeals = ReturnType<typeof createAppeals>
