import type { Kysely } from 'kysely'
import type { Facts } from '#contract/facts.ts'
import { isStrong, type KeyKind, keysIn, onceGiven } from '#contract/person/keys.ts'
import { beginnings, wordsSought } from '#contract/person/words.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Cases } from './cases.ts'
import { standJoined } from './link-store.ts'
import { accountsWith, insertKey, keyPlace, lockNames, markCrossing, ownersOf, strongKeysOf } from './store.ts'
import { clientsByWords, insertWords } from './word-store.ts'

/** Keeps what an account's answers say of who it is, and notices when they are somebody's whom we know by another account. */
export function createLearning(
  { sealing, clientKeys, clock }: Pick<Platform, 'sealing' | 'clientKeys' | 'clock'>,
  cases: Cases,
) {
  const blindsOf = (kind: KeyKind, value: string) =>
    sealing.indexes(`person ${kind}`, value).map((index) => index.toString('hex'))

  /** Whether two sides have different numbers of a kind everybody has one of. */
  async function differ(tx: Tx, one: readonly string[], other: readonly string[]): Promise<boolean> {
    const [ours, theirs] = [await strongKeysOf(tx.db, one), await strongKeysOf(tx.db, other)]
    const of = (keys: typeof ours, kind: KeyKind) => keys.filter((key) => key.kind === kind).map(({ blind }) => blind)
    return onceGiven.some((kind) => {
      const [mine, known] = [of(ours, kind), of(theirs, kind)]
      return mine.length > 0 && known.length > 0 && !mine.some((blind) => known.includes(blind))
    })
  }

  /**
   * A strong key that another account has: one person with two accounts, whose history counts from now on and which the staff confirm; where
   * the account was somebody else's by its other keys, it is nobody's to join by machine, and no money goes to it meanwhile.
   */
  async function meet(
    tx: Tx,
    clientId: string,
    [kind, blind]: readonly [KeyKind, string],
    owners: readonly string[],
  ): Promise<void> {
    const mine = await accountsWith(tx.db, clientId)
    const [met] = owners
    if (!met || owners.some((id) => mine.includes(id))) return
    const theirs = await accountsWith(tx.db, met)
    const subject = `${kind} ${blind.slice(0, 16)}`
    if (mine.length > 1 || (await differ(tx, mine, theirs))) {
      await markCrossing(tx.db, clientId, clock.now())
      await cases.open(tx, { kind: 'twoPersons', clientId, subject, holds: true, data: { by: kind } })
    } else {
      await cases.open(tx, { kind: 'twoAccounts', clientId, subject, holds: false, data: { by: kind } })
    }
  }

  /** Makes a name found by the beginnings of its words; the day of birth at its end is not one of them. */
  async function keepWords(tx: Tx, clientId: string, value: string): Promise<void> {
    const words = beginnings(value.replace(/ [\d-]+$/, ''))
    const blinds = words.map((word) => sealing.index('client word', word).toString('hex'))
    await insertWords(tx.db, clientId, blinds)
  }

  async function add(tx: Tx, clientId: string, kind: KeyKind, value: string): Promise<void> {
    const blinds = blindsOf(kind, value)
    const [blind] = blinds
    const owners = await ownersOf(tx.db, kind, blinds)
    if (!blind || owners.includes(clientId)) return
    if (isStrong(kind) && kind !== 'identity') await meet(tx, clientId, [kind, blind], owners)
    const id = newId()
    const sealed = (await clientKeys.of(tx.db, clientId)).seal(value, keyPlace(id))
    await insertKey(tx.db, { id, client_id: clientId, kind, blind, sealed, since: clock.now() })
    if (kind === 'name') await keepWords(tx, clientId, value)
    if (kind === 'identity')
      for (const other of owners) await standJoined(tx.db, clientId, other, { by: 'identity', at: clock.now() })
  }

  /** Keys of one account or of many are learnt one after the other where they are the same. */
  async function keep(tx: Tx, clientId: string, keys: ReadonlyArray<readonly [KeyKind, string]>): Promise<void> {
    const strong = keys.filter(([kind]) => isStrong(kind))
    await lockNames(
      tx.db,
      strong.map(([kind, value]) => `key ${kind} ${blindsOf(kind, value)[0]}`),
    )
    for (const [kind, value] of keys) await add(tx, clientId, kind, value)
  }

  return {
    /** A key under the present index and the former ones. */
    blindsOf,

    /** Accounts that have a key: a number, an address as it was typed. */
    byKey: (within: Kysely<unknown>, kind: KeyKind, value: string) => ownersOf(within, kind, blindsOf(kind, value)),

    /** Accounts all of whose names' words begin so. */
    async byName(within: Kysely<unknown>, text: string, limit: number): Promise<string[]> {
      const sought = wordsSought(text).map((word) =>
        sealing.indexes('client word', word).map((index) => index.toString('hex')),
      )
      return clientsByWords(within, sought, limit)
    },

    /** Keeps what a request's facts say of who its client is; a former passport stays. */
    learn: (tx: Tx, clientId: string, facts: Facts): Promise<void> => keep(tx, clientId, keysIn(facts)),

    /** An identity provider has proved who holds an account: its other accounts are joined at once, whatever was typed. */
    prove: (tx: Tx, clientId: string, subject: { readonly issuer: string; readonly id: string }): Promise<void> =>
      keep(tx, clientId, [['identity', JSON.stringify([subject.issuer, subject.id])]]),
  }
}

export type Learning = ReturnType<typeof createLearning>
