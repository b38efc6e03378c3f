import { fullCostAsPaid, scheduleOn } from '#contract/calculation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { personName } from '#contract/facts.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { canonicalJson } from '#server/platform/canonical.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { KnownLoan } from '../loans/index.ts'
import type { StoredRequest } from '../requests/index.ts'
import type { Entered, PackageContent } from '../signing/index.ts'
import { type AppealBook, type AppealParts, aboutAppeal } from './book.ts'
import type { Deciding } from './deciding.ts'
import { newTermsAgreement } from './papers.ts'
import { type AppealRow, lockAppeal, offeredFor, updateAppeal } from './store.ts'

/** New terms of a loan: offered, printed as an agreement, signed with a code, in force from the signature and not before. */
export function createNewTerms(parts: AppealParts, book: AppealBook, { planOf }: Pick<Deciding, 'planOf'>) {
  const { platform, loans, lender, notify, requests, documents, signing } = parts
  const { today, owner } = book

  /** The payments as they would be if the borrower agreed on a day. */
  function drawn(row: AppealRow, { loan }: KnownLoan, on: IsoDate) {
    const plan = planOf(row, on)
    const anew = { ...loan, reschedulings: [...(loan.reschedulings ?? []), plan] }
    const rows = scheduleOn(anew, on, lender.rules).filter(({ date }) => date > on)
    const toCome = rows.map(({ date, payment }) => ({ date, amount: payment }))
    return { plan, rows, anew, fullCostPercent: fullCostAsPaid(anew, toCome) }
  }

  function stillOffered(row: AppealRow | undefined): AppealRow {
    if (row?.state !== 'offered') throw fail('state_conflict')
    if (row.offer_until && row.offer_until < today()) throw fail('offer_over')
    return row
  }

  /** What the signature is put under: the day and every payment. Numbers and dates, no personal data. */
  const termsOf = (row: AppealRow, on: IsoDate, { rows, fullCostPercent }: ReturnType<typeof drawn>) => ({
    appeal: row.id,
    loan: row.loan_id,
    on,
    payments: rows.map(({ date, lastDay, payment }) => ({ date, lastDay, payment })),
    fullCostPercent,
  })

  return {
    drawn,

    /** What the code of new terms signs: the agreement as it would be from today. */
    async package(request: StoredRequest): Promise<PackageContent> {
      const row = stillOffered(await offeredFor(platform.db, request.id))
      const known = await loans.own(row.client_id, row.loan_id ?? '')
      if (known.state !== 'running') throw fail('state_conflict')
      const on = today()
      const offer = drawn(row, known, on)
      const [first] = offer.rows
      const total = kopecks(offer.rows.reduce((sum, { payment }) => sum + payment, 0))
      return {
        about: `соглашения о новых условиях займа, первый платёж ${formatDate(first?.date ?? on)}, всего ${formatRoubles(total)}`,
        terms: termsOf(row, on, offer),
        async print() {
          const facts = requests.facts(request)
          const content = newTermsAgreement({ lender, facts, known, on, number: row.number, ...offer })
          const draft = await documents.print('newTerms', `по обращению № ${row.number} от ${on}`, content)
          return async (tx, locked) => [
            await documents.keep(tx, { clientId: row.client_id, requestId: locked.id }, draft),
          ]
        },
      }
    },

    /** Signs the agreement: in force at once, and as it was printed to the kopeck. */
    async sign(tx: Tx, actor: ClientActor, id: string, entered: Entered): Promise<AppealRow> {
      const found = await lockAppeal(tx.db, id)
      if (found?.client_id !== actor.id || !found.request_id) throw fail('not_found')
      const known = await loans.lock(tx, found.loan_id ?? '', actor.id)
      const request = await requests.lock(tx, found.request_id, actor.id)
      const { code, package: packageId } = entered
      if (await signing.alreadySigned(tx, request, 'newTerms', { packageId, code })) return found
      const row = stillOffered(found)
      if (known.state !== 'running') throw fail('state_conflict')
      if (request.version !== entered.version) throw fail('version_conflict', { details: { version: request.version } })
      const { sessionId } = actor
      const { address, userAgent } = entered
      const name = personName(requests.facts(request))
      const given = { request, purpose: 'newTerms', packageId, code, sessionId, address, userAgent, name } as const
      const { signatureId, terms } = await signing.confirm(tx, given)
      const offer = drawn(row, known, today())
      // Another day has begun or money has come since it was printed: what is signed is what is in force, or nothing is. The code is not spent.
      if (canonicalJson(terms) !== canonicalJson(termsOf(row, today(), offer))) throw fail('new_terms_moved')
      const by = { kind: 'client', id: actor.id } as const
      await loans.beginNewTerms(tx, known.id, by, offer.plan)
      const kept = await updateAppeal(tx.db, row, { state: 'answered', outcome: 'granted' })
      tx.journal({ event: 'appeal.accept', actor: by, subject: aboutAppeal(id), data: { signature: signatureId } })
      await notify(tx, owner(row), 'newTermsBegan', { first: offer.plan.rows[0]?.date as IsoDate })
      return kept
    },
  }
}
