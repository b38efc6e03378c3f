import type { CardPurpose, Case, ClientCard, FoundClient } from '#contract/calls/office/clients.ts'
import { maskPassportNumber, maskPhone, type PassportNumber, type Phone } from '#contract/identifiers.ts'
import type { CaseOutcome } from '#contract/person/cases.ts'
import type { SignalKind } from '#contract/person/signals.ts'
import { hasRight } from '#contract/roles.ts'
import type { StaffActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Auth, Consents } from '../auth/index.ts'
import type { Decisions } from '../decisions/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Loans } from '../loans/index.ts'
import type { Told } from '../machines/index.ts'
import type { MessageDesk } from '../messages/index.ts'
import type { OpenedCase, People } from '../people/index.ts'
import type { Requests } from '../requests/index.ts'
import { createCard, shortened } from './card.ts'
import { createSearch } from './search.ts'
import { clientsOfId, clientsSince, keysOf } from './store.ts'

export interface Parts {
  readonly platform: Platform
  readonly people: People
  readonly identity: Pick<Identity, 'ofPerson' | 'named'>
  readonly auth: Pick<Auth, 'client'>
  readonly requests: Requests
  readonly loans: Pick<Loans, 'list'>
  readonly decisions: Pick<Decisions, 'explained'>
  readonly messages: Pick<MessageDesk, 'ofClient'>
  readonly consents: Pick<Consents, 'list'>
  readonly told: Pick<Told, 'ofAccounts'>
  readonly productName: (id: string | undefined) => string
  readonly staffNames: (tx?: Pick<Tx, 'db'>) => Promise<ReadonlyMap<string, string>>
}

/** What a card is opened for, and by which signal of another client or of a request. */
interface Opening {
  readonly purpose: CardPurpose
  readonly whole?: boolean | undefined
  readonly by?: { readonly signal: SignalKind; readonly from: string } | undefined
}

const most = 20

/** A person on one page for the staff, found by anything they may be asked by. */
export function createClients(parts: Parts) {
  const { platform, people, auth, staffNames } = parts
  const { db, clientKeys } = platform
  const search = createSearch(platform, people)
  const card = createCard(parts)
  const staffActor = ({ id }: StaffActor) => ({ kind: 'staff' as const, id })

  async function foundOne(id: string, since: Date): Promise<FoundClient> {
    const { phone, name } = await auth.client(id)
    const keys = await clientKeys.of(db, id)
    const passport = (await keysOf(db, [id])).find(({ kind }) => kind === 'passport')
    const number = passport && keys.unseal<string>(passport.sealed, { table: 'person_key', id: passport.id })
    return {
      id,
      name: shortened(name),
      phone: maskPhone(phone as Phone),
      passport: number ? maskPassportNumber(number as PassportNumber) : '—',
      since: since.toISOString(),
      accounts: (await people.accounts(id)).length,
    }
  }

  function shownCase(row: OpenedCase, names: ReadonlyMap<string, string>, staffId: string): Case {
    const outcome = row.outcome as CaseOutcome | null
    const nameOf = (id: string | null) => names.get(id ?? '') ?? 'Система'
    return {
      id: row.id,
      kind: row.kind,
      clientId: row.client_id,
      state: row.state,
      holds: row.holds,
      openedAt: row.opened_at.toISOString(),
      about: typeof row.data.with === 'string' ? row.data.with : '',
      ...(row.state === 'asked' &&
        outcome && { asked: { by: nameOf(row.asked_by), outcome, mine: row.asked_by === staffId } }),
      ...(row.closed_at &&
        outcome && { closed: { by: nameOf(row.closed_by), at: row.closed_at.toISOString(), outcome } }),
      ...(row.said && { words: row.said }),
    }
  }

  /** Whether a signal speaks of a client: a page that stood open for long may say what is no more so. */
  async function leads({ signal, from }: NonNullable<Opening['by']>, clientId: string): Promise<boolean> {
    const [other] = await clientsOfId(db, from)
    const signals = other ? await people.signals(other) : []
    return signals.some(({ kind, with: others }) => kind === signal && others?.includes(clientId))
  }

  return {
    /** Accounts by whatever was typed; what was typed is not written anywhere. */
    async find(actor: StaffActor, typed: string): Promise<{ items: FoundClient[]; more: boolean }> {
      const { ids, by } = await search(typed, most + 1)
      const page = ids.slice(0, most)
      const since = await clientsSince(db, page)
      await platform.transact(async (tx) =>
        tx.journal({
          event: 'client.search',
          actor: staffActor(actor),
          subject: { kind: 'staff', id: actor.id },
          data: { by, found: page.length },
        }),
      )
      const items = await Promise.all(page.map((id) => foundOne(id, since.get(id) ?? new Date(0))))
      return { items, more: ids.length > most }
    },

    /** Opens a person's card, in the journal with its purpose. Whole values only for whoever has the right and asks for them. */
    async open(actor: StaffActor, clientId: string, { purpose, whole = false, by }: Opening): Promise<ClientCard> {
      if (whole && !hasRight(actor, 'clients.whole')) throw fail('forbidden')
      if (!(await clientsSince(db, [clientId])).has(clientId)) throw fail('not_found')
      const led = by && (await leads(by, clientId)) ? by : {}
      // Before anything is read: what is in the journal may not have been seen, what was seen is in the journal.
      await platform.transact(async (tx) =>
        tx.journal({
          event: 'client.card',
          actor: staffActor(actor),
          subject: { kind: 'client', id: clientId },
          data: { purpose, whole, ...led },
        }),
      )
      const names = await staffNames()
      const cases = (await people.casesOfPerson(clientId)).map((row) => shownCase(row, names, actor.id))
      return card(clientId, whole, cases)
    },

    /** Cases that wait, oldest first, after a place in that order. */
    async cases(staffId: string, after: { at: Date; id: string } | null, limit: number): Promise<Case[]> {
      const names = await staffNames()
      return (await people.waitingCases(after, limit)).map((row) => shownCase({ ...row, said: null }, names, staffId))
    },
  }
}

export type Clients = ReturnType<typeof createClients>
