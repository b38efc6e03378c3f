import { formatAddress } from '#contract/address.ts'
import type { IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Facts } from '#contract/facts.ts'
import { passportState } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import {
  type IdentityBasis,
  type IdentityLevel,
  type IdentityRefusal,
  isAtLeast,
  type VerifiedPerson,
} from '#contract/person/identity.ts'
import { contradict, type Fit, fitOf } from '#contract/person/sameIdentity.ts'
import { dateInZone } from '#contract/zones.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Verified } from '#server/providers/identity/port.ts'
import type { People } from '../people/index.ts'
import type { StoredRequest } from '../requests/index.ts'
import { insertRecord, type RecordRow, recordsOf } from './store.ts'

/** What is sealed of a proof. */
interface Kept {
  readonly subject: Verified['subject']
  readonly person: VerifiedPerson
  readonly flags: Verified['flags']
}

export type KnownRecord = Omit<RecordRow, 'sealed'> & Kept

/** Who somebody is proven to be, as far as it goes for one request. */
export interface Standing {
  readonly level: IdentityLevel
  readonly basis: readonly IdentityBasis[]
  readonly at: string
  readonly fit: Fit
}

const place = (id: string) => ({ table: 'identity_record', id })

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'clientKeys'>
  readonly people: Pick<People, 'learn' | 'prove' | 'cases' | 'accounts'>
  readonly lender: Pick<Lender, 'durations' | 'zone'>
}

/** What the numbers of a proof say of a person: they count as strongly as typed ones, and the subject above all. */
const factsOf = ({
  surname,
  name,
  patronymic,
  birthDate,
  snils,
  inn,
  passportNumber,
  registration,
}: VerifiedPerson): Facts => ({
  ...(surname && { surname }),
  ...(name && { name }),
  ...(patronymic && { patronymic }),
  ...(birthDate && { birthDate }),
  ...(snils && { snils }),
  ...(inn && { inn }),
  ...(passportNumber && { passportNumber }),
  ...(registration && { registrationAddress: formatAddress(registration) }),
})

/** Proofs of who clients are: kept sealed, compared with what was sent, good for a while. */
export function createKnown({ platform, people, lender }: Parts) {
  const { db, clock, clientKeys } = platform

  async function opened(within: typeof db | Tx['db'], clientIds: readonly string[]): Promise<KnownRecord[]> {
    const rows = await recordsOf(within, clientIds)
    if (rows.length === 0) return []
    const keys = await clientKeys.ofMany(within, [...new Set(rows.map(({ client_id }) => client_id))])
    return rows.map(({ sealed, ...row }) => ({ ...row, ...keys(row.client_id).unseal<Kept>(sealed, place(row.id)) }))
  }

  /** Confirmed is for a while, and never beyond the passport's last day. */
  function goodUntil({ person }: Verified): Date {
    const now = clock.now()
    const whole = new Date(now.getTime() + durationMs(lender.durations.identityGood))
    const { birthDate, passportIssuedOn } = person
    if (!birthDate || !passportIssuedOn) return whole
    const state = passportState(birthDate, passportIssuedOn, dateInZone(now, lender.zone))
    if (state.state === 'expired' || state.state === 'impossible') return now
    const lastDay = state.state === 'grace' ? new Date(`${state.until}T23:59:59Z`) : whole
    return lastDay < whole ? lastDay : whole
  }

  return {
    opened: (clientId: string, tx?: Pick<Tx, 'db'>) => opened(tx?.db ?? db, [clientId]),

    /** Of all accounts of the person. */
    ofPerson: async (clientId: string) => opened(db, await people.accounts(clientId)),

    /**
     * Keeps who a client is proven to be. Whoever was proven to be somebody else before is not joined with them by machine: nothing of it is kept, the money waits
     * for the staff. Answers why nothing was kept, or null.
     */
    async keep(
      tx: Tx,
      clientId: string,
      verified: Verified,
      about: { readonly provider: string; readonly requestId: string | null },
    ): Promise<IdentityRefusal | null> {
      const { subject, person, flags, level, basis } = verified
      const before = await opened(tx.db, [clientId])
      const sure = isAtLeast(level, 'confirmed')
      const another = before.some(
        (row) =>
          (row.subject.issuer === subject.issuer && row.subject.id !== subject.id) || contradict(row.person, person),
      )
      if (another) {
        if (sure) {
          const matter = { subject: `identity ${about.provider}`, data: { by: 'identity' } }
          await people.cases.open(tx, { kind: 'twoPersons', clientId, holds: true, ...matter })
        }
        return 'wrongPerson'
      }
      const id = newId()
      const sealed = (await clientKeys.of(tx.db, clientId)).seal({ subject, person, flags } satisfies Kept, place(id))
      const row = {
        id,
        client_id: clientId,
        request_id: about.requestId,
        provider: about.provider,
        level,
        basis,
        evidence: verified.sha256,
        at: clock.now(),
        good_until: goodUntil(verified),
        sealed,
      }
      if (!(await insertRecord(tx.db, row))) return 'expired'
      if (!sure) return null
      await people.learn(tx, clientId, factsOf(person))
      await people.prove(tx, clientId, subject)
      return null
    },

    /** The surest proof that still stands for a request: biometrics are for the request they were made for. */
    async standing(
      request: Pick<StoredRequest, 'id' | 'client_id'>,
      facts: Facts,
      day: IsoDate = dateInZone(clock.now(), lender.zone),
    ): Promise<Standing | null> {
      const records = (await opened(db, [request.client_id])).filter(
        ({ level, good_until }) =>
          isAtLeast(level, 'confirmed') && dateInZone(good_until, lender.zone) >= day && good_until > clock.now(),
      )
      const own = records.map((row) =>
        row.level !== 'biometric' || row.request_id === request.id
          ? row
          : { ...row, level: 'confirmed' as const, basis: row.basis.filter((by) => by !== 'ebs') },
      )
      const best = own.find(({ level }) => level === 'biometric') ?? own[0]
      if (!best) return null
      const { level, basis, at, person } = best
      return { level, basis, at: at.toISOString(), fit: fitOf(facts, person) }
    },
  }
}

export type Known = ReturnType<typeof createKnown>
