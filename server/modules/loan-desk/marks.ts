import type { AccrualStop } from '#contract/calculation.ts'
import { isDated, type StopGround, takesTwoToLift } from '#contract/collection.ts'
import { addMonths, type IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { ruleOn } from '#contract/rules.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { createActions } from './actions.ts'
import type { DeskParts } from './service.ts'
import { type HeirRow, heirsOf, insertHeir } from './store.ts'

export interface Heir {
  readonly name: string
  /** Letters go there: nobody who inherits is called. */
  readonly address: string
  /** The notary's paper that says so. */
  readonly basis: string
}

const place = (id: string) => ({ table: 'heir', id })
const wrong = (field: string, message: string) => fail('bad_request', { issues: [{ field, message }] })

type Parts = Pick<DeskParts, 'platform' | 'loans' | 'contacts'> & { readonly lender: Pick<Lender, 'rules'> }

/**
 * What papers say of a person: a death, a bankruptcy, an illness. Every path to them is shut; from the day of a death no penalty is charged while nobody
 * has accepted the inheritance, from that of a bankruptcy nothing is (353-ФЗ art. 14, 127-ФЗ).
 */
export function createMarks({ platform, loans, contacts, lender }: Parts, actions: ReturnType<typeof createActions>) {
  const { clock, clientKeys } = platform

  /** What is not charged because of a mark; null: nothing changes. */
  function stopOf(
    ground: StopGround,
    since: IsoDate,
    accepted: readonly IsoDate[],
  ): Omit<AccrualStop, 'ground'> | null {
    if (ground === 'bankruptcy') return { from: since, until: null, what: 'all' }
    const rule = ruleOn(lender.rules, 'inheritance', since)
    if (!rule) return null
    const [first] = [...accepted, addMonths(since, rule.penaltyStopMonths)].filter((day) => day >= since).sort()
    return { from: since, until: first ?? since, what: 'penalty' }
  }

  /** Every loan of the person follows. */
  async function charge(
    tx: Tx,
    clientId: string,
    staffId: string,
    ground: StopGround,
    stop: Omit<AccrualStop, 'ground'> | null,
  ) {
    if (!isDated(ground)) return
    const actor = { kind: 'staff', id: staffId } as const
    for (const known of await loans.ofAccounts(await contacts.accounts(clientId, tx), tx))
      await loans.stopCharges(tx, known.id, actor, ground, stop)
  }

  const acceptedDays = (heirs: readonly HeirRow[]) => heirs.flatMap(({ accepted_on }) => (accepted_on as IsoDate) ?? [])

  return {
    async set(
      tx: Tx,
      clientId: string,
      staffId: string,
      ground: StopGround,
      since: IsoDate | undefined,
    ): Promise<void> {
      if (isDated(ground) && !since) throw wrong('since', 'Укажите день по документу')
      if (since && since > loans.today()) throw wrong('since', 'Этот день ещё не наступил')
      const day = isDated(ground) && since ? since : null
      await contacts.stop(tx, clientId, ground, staffId, day)
      if (day) await charge(tx, clientId, staffId, ground, stopOf(ground, day, []))
    },

    /** A person's own word is lifted at once; what stands in papers by two. Answers whether it is lifted. */
    async lift(tx: Tx, clientId: string, staffId: string, reason: string): Promise<boolean> {
      const mark = await contacts.markOf(clientId, tx)
      if (!mark) throw fail('state_conflict')
      const { ground } = mark
      const asking = { kind: 'lift', subject: mark.clientId, choice: ground, reason, staffId } as const
      if (takesTwoToLift(ground) && !(await actions.ask(tx, asking))) return false
      await contacts.lift(tx, clientId, staffId)
      await charge(tx, clientId, staffId, ground, null)
      return true
    },

    /** Somebody who inherits: by a notary's paper. From the day one of them has accepted, penalty may be charged again. */
    async addHeir(
      tx: Tx,
      clientId: string,
      staffId: string,
      heir: Heir,
      acceptedOn: IsoDate | undefined,
    ): Promise<string> {
      const mark = await contacts.markOf(clientId, tx)
      if (mark?.ground !== 'death' || !mark.since) throw fail('state_conflict')
      if (acceptedOn && (acceptedOn < mark.since || acceptedOn > loans.today()))
        throw wrong('acceptedOn', 'Наследство принимают после смерти и не позже сегодняшнего дня')
      const id = newId()
      await insertHeir(tx.db, {
        id,
        client_id: clientId,
        sealed: (await clientKeys.of(tx.db, clientId)).seal(heir, place(id)),
        accepted_on: acceptedOn ?? null,
        added_by: staffId,
        at: clock.now(),
      })
      tx.journal({
        event: 'heir.add',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'client', id: clientId },
        data: { heir: id, acceptedOn: acceptedOn ?? null },
      })
      const heirs = await heirsOf(tx.db, await contacts.accounts(clientId, tx))
      await charge(tx, clientId, staffId, 'death', stopOf('death', mark.since, acceptedDays(heirs)))
      return id
    },

    /** Who inherits, for whoever may write to them. */
    async heirs(clientId: string) {
      const rows = await heirsOf(platform.db, [clientId])
      if (rows.length === 0) return []
      const { unseal } = await clientKeys.of(platform.db, clientId)
      return rows.map(({ id, sealed, accepted_on }) => ({
        id,
        ...unseal<Heir>(sealed, place(id)),
        acceptedOn: accepted_on,
      }))
    },
  }
}
