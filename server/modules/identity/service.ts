import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallAnswer } from '#contract/call.ts'
import type { ownIdentity, requestIdentity } from '#contract/calls/identity.ts'
import { formatDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { type IdentityRefusal, identityRefusals, isAtLeast } from '#contract/person/identity.ts'
import { ruleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { IdentityProvider, Verified } from '#server/providers/identity/port.ts'
import type { Confirmations, Consents, Sessions } from '../auth/index.ts'
import type { Documents } from '../documents/index.ts'
import type { Notify } from '../messages/index.ts'
import type { People } from '../people/index.ts'
import type { Requests } from '../requests/index.ts'
import { type Brought, createAttempts } from './attempts.ts'
import { createKnown, type KnownRecord } from './known.ts'
import { type AttemptRow, deleteLink, insertLink, linksOf, type Outcome } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly lender: Lender
  readonly providers: readonly IdentityProvider[]
  readonly people: People
  readonly requests: Requests
  readonly sessions: Sessions
  readonly consents: Consents
  readonly confirmations: Pick<Confirmations, 'ask'>
  readonly published: Documents
  readonly notify: Notify
}

interface Who {
  readonly actor: ClientActor | null
  readonly http: FastifyRequest
  readonly reply: FastifyReply
}

/** States of a request in which data may still be taken into it, or its person be asked for. */
const takes = ['New', 'RollbackVerification', 'Approved']

/** The lender's order of the providers the environment names. Throws StartRefused for a name that is none of them. */
function among(providers: readonly IdentityProvider[], names: readonly string[] | undefined, setting: string) {
  if (!names) return providers
  return names.map((name) => {
    const found = providers.find((provider) => provider.name === name)
    if (!found) throw new StartRefused(`flow.identity.${setting} names ${name}, which IDENTITY_PROVIDERS does not`)
    return found
  })
}

/** Who borrowers are, by providers of identity: signing in, filling, and what the law asks for before a contract. */
export function createIdentity(parts: Parts) {
  const { platform, lender, providers, people, requests, sessions, consents, confirmations, published, notify } = parts
  const { clock, db } = platform
  const attempts = createAttempts(platform)
  const known = createKnown({ platform, people, lender })
  const fills = among(providers, lender.flow.identity.offer, 'offer').filter(({ can }) => can.purposes.includes('fill'))
  const signsIn = among(providers, lender.flow.identity.signIn, 'signIn').filter(({ can }) =>
    can.purposes.includes('signIn'),
  )
  const today = () => dateInZone(clock.now(), lender.zone)
  const byName = (name: string) => providers.find((provider) => provider.name === name)
  const through = (name: string) => byName(name)?.through ?? name

  /** Sets of which one has to be met whole; null: nobody asks. */
  function accepted(): readonly (readonly string[])[] | null {
    const asked = (ruleOn(lender.rules, 'biometricsFor', today()) ?? []).includes(lender.legal.kind)
    if (asked) return ruleOn(lender.rules, 'identityAccepted', today()) ?? [['esia', 'ebs']]
    return lender.flow.identity.demand === 'always' ? [[]] : null
  }

  /** Whether some provider here can meet what is asked for. */
  const askable = (): boolean =>
    fills.some(
      ({ can }) => can.purposes.includes('identify') && isAtLeast(can.highest, 'confirmed') && meets(can.bases),
    )

  function meets(bases: readonly string[]): boolean {
    const sets = accepted()
    return sets === null || sets.some((set) => set.every((basis) => bases.includes(basis)))
  }

  /** What has to be asked of a provider: biometrics only where nothing less will do. */
  function levelFor(purpose: 'fill' | 'identify') {
    if (purpose === 'fill') return 'claimed' as const
    return accepted()?.every((set) => set.includes('ebs') || set.includes('inPerson'))
      ? ('biometric' as const)
      : ('confirmed' as const)
  }

  function consentOf() {
    const found = published.current('read').find(({ id }) => id === 'identity')
    return found ? [found] : []
  }

  const named = (row: KnownRecord) => ({
    provider: row.provider,
    label: byName(row.provider)?.label ?? row.provider,
    level: row.level,
    at: row.at.toISOString(),
    goodUntil: row.good_until.toISOString(),
  })

  const offered = () =>
    [...new Set([...fills, ...signsIn])].map((provider) => ({
      name: provider.name,
      through: provider.through,
      signIn: signsIn.includes(provider),
      fill: fills.includes(provider),
    }))

  /** Journals and keeps what was proven of a client. */
  async function adopt(
    tx: Tx,
    clientId: string,
    row: AttemptRow,
    verified: Verified,
    id: string,
  ): Promise<IdentityRefusal | null> {
    const about = { provider: row.provider, requestId: row.request_id }
    const refusal = await known.keep(tx, clientId, verified, about)
    const walk = attempts.walk(id, row)
    const subject = { kind: 'client', id: clientId } as const
    const actor = { kind: 'provider', id: row.provider } as const
    if (refusal === 'wrongPerson') tx.journal({ event: 'identity.conflict', actor, subject, data: walk })
    if (refusal) return refusal
    const { level, basis, sha256: evidence } = verified
    tx.journal({ event: 'identity.finished', actor, subject, data: { ...walk, level, basis, evidence } })
    return null
  }

  /** Whom a subject lets in: the one account that is linked to it; of nobody else is anything told. */
  async function linkedTo(tx: Tx, provider: string, { subject }: Verified): Promise<string | null> {
    const owners = await people.byKey(tx.db, 'identity', JSON.stringify([subject.issuer, subject.id]))
    const links = await linksOf(tx.db, owners)
    return links.find((link) => link.provider === provider)?.client_id ?? null
  }

  async function signIn(tx: Tx, row: AttemptRow, verified: Verified, { http, reply }: Who): Promise<Outcome> {
    const clientId = await linkedTo(tx, row.provider, verified)
    if (!clientId) return { result: 'newcomer', screen: '/step18' }
    await sessions.end(tx, http, reply)
    // No SMS code was entered: what moves money, and what changes the ways in, still asks for one.
    await sessions.start(tx, clientId, http, reply, false)
    const client = { kind: 'client', id: clientId } as const
    tx.journal({ event: 'client.signIn', actor: client, subject: client, data: { by: 'identity' } })
    await notify(tx, { clientId }, 'identitySignIn', { through: through(row.provider) })
    return { result: 'signedIn', screen: '/step3' }
  }

  async function link(tx: Tx, clientId: string, provider: string): Promise<void> {
    const record = (await known.opened(clientId, tx)).find((row) => row.provider === provider)
    if (!record) throw fail('not_found')
    if (!isAtLeast(record.level, 'confirmed')) throw fail('identity_refused', { details: { code: 'levelTooLow' } })
    // The subject's row among the keys is locked by whoever proves it; of two accounts the first that was linked stays the one.
    const linked = await linkedTo(tx, provider, record as unknown as Verified)
    if (linked !== null && linked !== clientId) throw fail('identity_refused', { details: { code: 'linkedElsewhere' } })
    if (linked === clientId) return
    await insertLink(tx.db, { id: newId(), client_id: clientId, provider, since: clock.now() })
    const client = { kind: 'client', id: clientId } as const
    tx.journal({ event: 'identity.linked', actor: client, subject: client, data: { provider } })
    await notify(tx, { clientId }, 'identityLinked', { through: through(provider) })
  }

  return {
    sweep: attempts.sweep,
    standing: known.standing,
    ofPerson: known.ofPerson,
    named,
    askable,
    accepted,
    offered,

    startSignIn(name: string, who: Who) {
      const provider = signsIn.find((each) => each.name === name)
      if (!provider) throw fail('not_found')
      const wanted = { purpose: 'signIn', level: 'account', screen: '/step3', requestId: null } as const
      return attempts.start(provider, wanted, { ...who, actor: null })
    },

    async start(
      actor: ClientActor,
      requestId: string,
      given: { readonly provider: string; readonly purpose: 'fill' | 'identify'; readonly screen: string },
      who: Omit<Who, 'actor'>,
    ) {
      const provider = fills.find(({ name }) => name === given.provider)
      const request = await requests.owned(actor.id, requestId)
      if (!provider?.can.purposes.includes(given.purpose)) throw fail('not_found')
      if (!takes.includes(request.state)) throw fail('state_conflict')
      const { purpose, screen } = given
      const highest = provider.can.highest
      const level = isAtLeast(highest, levelFor(purpose)) ? levelFor(purpose) : ('claimed' as const)
      const wanted = { purpose, level, screen, requestId: request.id }
      return attempts.start(provider, wanted, { ...who, actor }, (tx) => consents.give(tx, actor.id, consentOf()))
    },

    /** Fails with the reason of an attempt that came to nothing, now and when it is asked for again. */
    async finish(name: string, brought: Brought, who: Who) {
      const provider = byName(name)
      if (!provider) throw fail('identity_over')
      const outcome = await attempts.finish(provider, brought, who, async (tx, row, verified, id) => {
        if (row.purpose === 'signIn') return signIn(tx, row, verified, who)
        const refused = await adopt(tx, row.client_id ?? '', row, verified, id)
        return refused ? { refused } : { result: 'filled', screen: row.screen }
      })
      if ('away' in outcome) throw fail('identity_away')
      if ('refused' in outcome) throw refusal(outcome.refused)
      return outcome
    },

    /** After a phone and its code: what this browser brought before belongs to this account from now on. */
    async adopt(tx: Tx, actor: ClientActor, http: FastifyRequest, links: boolean): Promise<void> {
      const waiting = await attempts.waiting(tx, http)
      if (!waiting) throw fail('identity_over')
      await consents.give(tx, actor.id, consentOf())
      const refused = await adopt(tx, actor.id, waiting.row, waiting.verified, waiting.id)
      if (refused) throw refusal(refused)
      if (!links) return
      confirmations.ask(actor)
      await link(tx, actor.id, waiting.row.provider)
    },

    async link(tx: Tx, actor: ClientActor, provider: string): Promise<void> {
      confirmations.ask(actor)
      await link(tx, actor.id, provider)
    },

    async unlink(tx: Tx, actor: ClientActor, id: string): Promise<void> {
      confirmations.ask(actor)
      const gone = await deleteLink(tx.db, actor.id, id)
      if (!gone) throw fail('not_found')
      const client = { kind: 'client', id: actor.id } as const
      tx.journal({ event: 'identity.unlinked', actor: client, subject: client, data: { provider: gone.provider } })
      await notify(tx, { clientId: actor.id }, 'identityUnlinked', { through: through(gone.provider) })
    },

    async own(clientId: string): Promise<CallAnswer<typeof ownIdentity>> {
      const links = await linksOf(db, [clientId])
      return {
        records: (await known.opened(clientId)).map(named),
        links: links.map(({ id, provider, since }) => ({
          id,
          provider,
          label: byName(provider)?.label ?? provider,
          since: since.toISOString(),
        })),
      }
    },

    /** Beside the answers, for the staff: the surest that stands, and what it is called. */
    async beside(clientId: string, tx: Pick<Tx, 'db'>) {
      const standing = (await known.opened(clientId, tx)).filter(({ good_until }) => good_until > clock.now())
      const record = standing.find(({ level }) => isAtLeast(level, 'confirmed')) ?? standing[0]
      if (!record) return undefined
      const sure = isAtLeast(record.level, 'confirmed') ? '' : ', не подтверждено'
      const from = `${named(record).label}${sure}, ${formatDate(dateInZone(record.at, lender.zone), 'short')}`
      return { person: record.person, from }
    },

    /** For one's own data: what was proven, as it is kept. */
    export: async (clientId: string) =>
      (await known.opened(clientId)).map((row) => ({ ...named(row), person: row.person, flags: row.flags })),

    async ofRequest(actor: ClientActor, requestId: string): Promise<CallAnswer<typeof requestIdentity>> {
      const request = await requests.owned(actor.id, requestId)
      const records = await known.opened(actor.id)
      const [record] = records.filter(({ good_until }) => good_until > clock.now())
      const standing = await known.standing(request, requests.facts(request))
      const enough = standing !== null && meets(standing.basis)
      return {
        offered: offered().filter(({ fill }) => fill),
        demanded: accepted() !== null,
        state: !enough ? 'needed' : standing.fit === 'open' ? 'open' : 'differs',
        ...(record && { record: { ...named(record), values: valuesOf(record) } }),
      }
    },
  }
}

function refusal(code: string) {
  const words = Object.hasOwn(identityRefusals, code) ? identityRefusals[code as IdentityRefusal] : undefined
  return fail('identity_refused', { details: { code, ...(words && { words }) } })
}

/** What fields take; a phone and an e-mail are confirmed by codes of our own. */
function valuesOf({ person: { phone: _, email: __, ...values } }: KnownRecord) {
  return values
}

export type Identity = ReturnType<typeof createIdentity>
