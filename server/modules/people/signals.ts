import type { Kysely } from 'kysely'
import { type Signal, type SignalKind, signalKinds, signalOfKey } from '#contract/person/signals.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Cases } from './cases.ts'
import { createListedSignals } from './listed-signals.ts'
import { crossingSince, type Shared, secondSince, sharedWith } from './signal-store.ts'
import { accountsWith } from './store.ts'
import type { Traces } from './traces.ts'

const recentMs = 3 * 86_400_000
const shownAccounts = 5

/** A transaction, or what is outside of any. */
type Within = { readonly db: Kysely<unknown> }

/** When a client last changed the phone they sign in with. */
export type PhoneChangedAt = (clientId: string, within?: Within) => Promise<Date | null>

/** What is remarkable about a client beside the others we know. */
export function createSignals(
  platform: Pick<Platform, 'db' | 'clock' | 'clientKeys'>,
  cases: Cases,
  traces: Pick<Traces, 'ofTraces' | 'ofPhotos' | 'ofChanges' | 'ofRefusals'>,
  phoneChangedAt: PhoneChangedAt,
) {
  const { db, clock } = platform
  const ofLists = createListedSignals(platform)
  const signal = (kind: SignalKind, persons: number, since: Date): Signal => ({
    kind,
    weight: signalKinds[kind].weight,
    persons,
    since: since.toISOString(),
  })

  /** The accounts that share a key, as the persons they are; one signal a kind. */
  async function ofShared(within: Within, shared: readonly Shared[]): Promise<Signal[]> {
    const persons = new Map<string, string>()
    for (const { client_id } of shared)
      if (!persons.has(client_id)) persons.set(client_id, (await accountsWith(within.db, client_id))[0] ?? client_id)
    return [...new Set(shared.map(({ kind }) => kind))].map((kind) => {
      const same = shared.filter((each) => each.kind === kind)
      const since = Math.min(...same.map((each) => each.since.getTime()))
      const others = new Set(same.map((each) => persons.get(each.client_id) ?? each.client_id))
      return {
        ...signal(signalOfKey[kind], others.size, new Date(since)),
        with: [...others].slice(0, shownAccounts),
      }
    })
  }

  async function all(clientId: string, tx?: Within): Promise<readonly Signal[]> {
    const within: Within = tx ?? { db }
    const accounts = await accountsWith(within.db, clientId)
    const crossing = await crossingSince(within.db, clientId)
    const changed = await phoneChangedAt(clientId, tx)
    const recent = changed && clock.now().getTime() - changed.getTime() < recentMs
    const found = [
      ...(crossing ? [signal('twoPersons', 2, crossing)] : []),
      ...(accounts.length > 1
        ? [signal('secondAccount', accounts.length - 1, await secondSince(within.db, accounts))]
        : []),
      ...(await ofShared(within, await sharedWith(within.db, clientId, accounts))),
      ...(recent ? [signal('phoneChanged', 1, changed)] : []),
      ...(await ofLists(within, clientId, accounts)),
      ...(await traces.ofTraces(within, accounts)),
      ...(await traces.ofPhotos(within, accounts)),
      ...(await traces.ofChanges(within, accounts)),
      ...(await traces.ofRefusals(within, accounts)),
    ]
    return found.sort((a, b) => b.weight - a.weight || (a.kind < b.kind ? -1 : 1))
  }

  return {
    signals: all,

    /** Who has a name, a day of birth and one more thing of another client may be the same person under other documents: a person is to look. */
    async compare(tx: Tx, clientId: string): Promise<void> {
      const shared = await sharedWith(tx.db, clientId, await accountsWith(tx.db, clientId))
      const named = shared.filter(({ kind }) => kind === 'name').map(({ client_id }) => client_id)
      for (const other of named) {
        const by = shared.filter((each) => each.client_id === other && each.kind !== 'name').map(({ kind }) => kind)
        if (by.length > 0)
          await cases.open(tx, {
            kind: 'alike',
            clientId,
            subject: other,
            holds: false,
            data: { with: other, by: ['name', ...by] },
          })
      }
    },
  }
}
