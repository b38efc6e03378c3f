import type { Kysely } from 'kysely'
import type { Facts } from '#contract/facts.ts'
import { type Change, changedAnswers } from '#contract/person/changes.ts'
import { keysIn } from '#contract/person/keys.ts'
import { bursts, type Signal, type SignalKind, signalKinds, type TraceKind } from '#contract/person/signals.ts'
import { isOwnAddress } from '#server/platform/addresses.ts'
import { networkOf } from '#server/platform/networks.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { accountsWith } from './store.ts'
import { type Crowd, crowdOf, insertTraces, keepChanges, lastChanges, refusalsOf, samePhotos } from './trace-store.ts'

const dayMs = 86_400_000
/** A crowd of an earlier week says nothing of today's request. */
const freshMs = 7 * dayMs
const shownAccounts = 5
/** One answer corrected is a slip. */
const leastChanges = 2

const changesPlace = (requestId: string) => ({ table: 'answer_change', id: requestId })

type Within = { readonly db: Kysely<unknown> }

/** From where a request was sent: the browser by its own cookie, the network address. */
export interface SentFrom {
  readonly device?: string | undefined
  readonly address: string
}

/** What came with requests, compared with what came with other persons': devices, networks, and crowds. */
export function createTraces(
  { sealing, clientKeys, clock }: Pick<Platform, 'sealing' | 'clientKeys' | 'clock'>,
  today: () => string,
) {
  /** How many persons some accounts are, and a few of them. */
  async function personsAmong(within: Within, crowd: readonly Crowd[]): Promise<{ count: number; some: string[] }> {
    const persons = new Map<string, string>()
    for (const { client_id } of crowd) {
      const first = (await accountsWith(within.db, client_id))[0] ?? client_id
      if (!persons.has(first)) persons.set(first, client_id)
    }
    return { count: persons.size, some: [...persons.values()].slice(0, shownAccounts) }
  }

  async function signalOf(
    within: Within,
    crowd: readonly Crowd[],
    { kind, least, compared }: { kind: SignalKind; least: number; compared: string },
  ): Promise<Signal[]> {
    const [first] = crowd
    if (!first || crowd.length < least) return []
    const { count, some } = await personsAmong(within, crowd)
    if (count < least) return []
    const { weight } = signalKinds[kind]
    return [{ kind, weight, persons: count, since: first.since.toISOString(), compared, with: some }]
  }

  return {
    /** Keeps what came with a request; addresses of one's own network are everybody's. */
    async trace(tx: Tx, request: { id: string; clientId: string; facts: Facts }, from: SentFrom): Promise<void> {
      const keys = new Map(keysIn(request.facts))
      const values: Readonly<Record<TraceKind, string | undefined>> = {
        device: from.device,
        address: isOwnAddress(from.address) ? undefined : networkOf(from.address),
        payee: keys.get('payee'),
        employer: keys.get('workPhone'),
      }
      const found = Object.entries(values) as [TraceKind, string | undefined][]
      await insertTraces(
        tx.db,
        // Under the former keys too: what came before the keys were changed is found as long as they are there.
        found.flatMap(([kind, value]) =>
          (value ? sealing.indexes(`trace ${kind}`, value) : []).map((index) => ({
            request_id: request.id,
            client_id: request.clientId,
            kind,
            blind: index.toString('hex'),
            at: clock.now(),
          })),
        ),
      )
    },

    /** Keeps what a request answers otherwise than the refused one before it, which may be another account's. */
    async noteChanges(tx: Tx, request: { id: string; clientId: string; facts: Facts }, before: Facts): Promise<void> {
      const changes = changedAnswers(before, request.facts)
      const keys = await clientKeys.of(tx.db, request.clientId)
      await keepChanges(tx.db, {
        request_id: request.id,
        client_id: request.clientId,
        changes: changes.length,
        sealed: keys.seal(changes, changesPlace(request.id)),
        at: clock.now(),
      })
    },

    async ofChanges(within: Within, person: readonly string[]): Promise<Signal[]> {
      const row = await lastChanges(within.db, person)
      if (!row || row.changes < leastChanges) return []
      const keys = await clientKeys.of(within.db, row.client_id)
      const changes = keys.unseal<Change[]>(row.sealed, changesPlace(row.request_id))
      const compared = changes.map(({ what, from, to }) => `${what}: ${from} → ${to}`).join('; ')
      const { weight } = signalKinds.answersChanged
      return [{ kind: 'answersChanged', weight, persons: row.changes, since: row.at.toISOString(), compared }]
    },

    /** What the traces of a person say beside others. */
    async ofTraces(within: Within, person: readonly string[]): Promise<Signal[]> {
      const from = new Date(clock.now().getTime() - freshMs)
      const device = await crowdOf(within.db, person, 'device')
      const found = await signalOf(within, device, { kind: 'sameDevice', least: 1, compared: 'браузер' })
      for (const burst of bursts) {
        const crowd = await crowdOf(within.db, person, burst.of, { hours: burst.hours, from })
        found.push(...(await signalOf(within, crowd, burst)))
      }
      return found
    },

    /** One picture of a document at several persons: whose it is nobody here can say. */
    async ofPhotos(within: Within, person: readonly string[]): Promise<Signal[]> {
      const photos = await samePhotos(within.db, person)
      const [first] = photos
      if (!first) return []
      const where = `снимок шага ${first.step}, у другого шага ${first.other_step}, сходство ${first.likeness} %`
      const crowd = [...photos].sort((a, b) => a.since.getTime() - b.since.getTime())
      return signalOf(within, crowd, { kind: 'samePhoto', least: 1, compared: where })
    },

    /** The pause after a refusal runs for the person, whichever account was refused. */
    async ofRefusals(within: Within, person: readonly string[]): Promise<Signal[]> {
      const refusals = await refusalsOf(within.db, person, today())
      const [last] = refusals
      if (!last) return []
      const { weight } = signalKinds.refusedLately
      const compared = `до ${last.until.split('-').reverse().join('.')}`
      return [{ kind: 'refusedLately', weight, persons: refusals.length, since: last.at.toISOString(), compared }]
    },
  }
}

export type Traces = ReturnType<typeof createTraces>
