import { type Duration, durationMs } from '#contract/durations.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type CaseRow, casesOf, holdOf, openCases } from './case-store.ts'
import { createCases, wordsPlace } from './cases.ts'
import { accountName, createJoining } from './joining.ts'
import { createLearning } from './learning.ts'
import { type LinkRow, linksOf } from './link-store.ts'
import { createListing } from './listing.ts'
import { createScreening } from './screening.ts'
import { createSignals, type PhoneChangedAt } from './signals.ts'
import { accountsWith, countContracts, lockNames } from './store.ts'
import { createTraces } from './traces.ts'

/** A case with the words it was ended with. */
export type OpenedCase = CaseRow & { readonly said: string | null }

/**
 * Who is one person: an account is found by its phone, a loan is lent to a person. Accounts that share a strong key are the
 * same person, and what the law or the lender counts is counted over all of them.
 */
export function createPeople(
  platform: Pick<Platform, 'db' | 'sealing' | 'clientKeys' | 'clock' | 'metrics' | 'jobs' | 'transact'>,
  phoneChangedAt: PhoneChangedAt,
  { zone, listsFresh }: { readonly zone: string; readonly listsFresh: Duration },
) {
  const { db } = platform
  const cases = createCases(platform)
  const learning = createLearning(platform, cases)

  /** All accounts of a person; whoever would look at one of them at the same time waits. */
  async function locked(tx: Tx, clientId: string): Promise<string[]> {
    for (let seen: string[] = []; ; ) {
      const found = await accountsWith(tx.db, clientId)
      if (found.every((id) => seen.includes(id))) return found
      await lockNames(tx.db, found.map(accountName))
      seen = found
    }
  }

  const screening = createScreening(platform, cases, durationMs(listsFresh))
  const today = () => dateInZone(platform.clock.now(), zone)
  const traces = createTraces(platform, today)

  /** What holds money back from a person: `waits` for the staff, or `confirmed` by them. */
  async function hold(clientId: string, tx?: Pick<Tx, 'db'>): Promise<'waits' | 'confirmed' | null> {
    const within = tx?.db ?? db
    return holdOf(within, await accountsWith(within, clientId))
  }

  return {
    ...learning,
    ...createListing(platform, learning, today),
    ...screening,
    ...createJoining(platform),
    ...createSignals(platform, cases, traces, phoneChangedAt),
    trace: traces.trace,
    noteChanges: traces.noteChanges,
    cases,

    /** All accounts of the person behind one of them. */
    accounts: (clientId: string, tx?: Pick<Tx, 'db'>): Promise<string[]> => accountsWith(tx?.db ?? db, clientId),

    /** The same; whoever would count over this person at the same time waits until the transaction ends. */
    lockedAccounts: locked,

    /** Whether the person has signed a contract before, with whatever account; those who would look at the same time wait. */
    async hadContract(tx: Tx, clientId: string, exceptRequest: string): Promise<boolean> {
      return (await countContracts(tx.db, await locked(tx, clientId), { except: exceptRequest })) > 0
    },

    /** Whether the person has signed with another account since, or waits for money there: what was decided does not know of it. With a `tx`, whoever would sign meanwhile waits. */
    async signedSince(clientId: string, { except, since }: { except: string; since: Date }, tx?: Tx): Promise<boolean> {
      const accounts = tx ? await locked(tx, clientId) : await accountsWith(db, clientId)
      const others = accounts.filter((id) => id !== clientId)
      return (await countContracts(tx?.db ?? db, others, { except, since })) > 0
    },

    /** What was said of the accounts of a person, newest first: what stands and what waits. */
    async links(clientId: string): Promise<LinkRow[]> {
      const links = await linksOf(db, [clientId])
      return links.filter(({ state }) => state !== 'undone')
    },

    /** Cases of a person, newest first, with the words the staff ended them with. */
    async casesOfPerson(clientId: string): Promise<OpenedCase[]> {
      const rows = await casesOf(db, await accountsWith(db, clientId))
      const keys = await platform.clientKeys.ofMany(
        db,
        rows.map(({ client_id }) => client_id),
      )
      return rows.map((row) => ({
        ...row,
        said: row.words && keys(row.client_id).unseal<string>(row.words, wordsPlace(row.id)),
      }))
    },

    waitingCases: (after: { at: Date; id: string } | null, limit: number) => openCases(db, after, limit),

    hold,

    /** The same after a look at the lists; inside a transaction, give its `tx`: it is not looked again. */
    async screenedHold(clientId: string, tx?: Tx): Promise<'waits' | 'confirmed' | null> {
      if (!tx) await platform.transact((within) => screening.screen(within, clientId))
      return hold(clientId, tx)
    },
  }
}

export type People = ReturnType<typeof createPeople>
