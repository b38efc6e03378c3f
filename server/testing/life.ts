import { readFileSync } from 'node:fs'
import type { Facts } from '#contract/facts.ts'
import { type Lender, validateLender } from '#contract/lender.ts'
import type { State } from '#contract/life.ts'
import { dateInZone } from '#contract/zones.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import {
  createDecisions,
  createInputs,
  createRechecking,
  createVersions,
  createWorkbench,
  type DecisionRules,
  decisionsReactions,
  readDecisionRules,
  readRegionalIncome,
} from '#server/modules/decisions/index.ts'
import { createDocuments, openPress, readPublishedDocuments } from '#server/modules/documents/index.ts'
import { createNotify, type Messages, type Notify } from '#server/modules/messages/index.ts'
import { createOffers } from '#server/modules/offers/index.ts'
import { createPeople } from '#server/modules/people/index.ts'
import type { KnownRegistry } from '#server/modules/registry/index.ts'
import { createRequests, type Requests, type StoredRequest } from '#server/modules/requests/index.ts'
import { createPackages, createSigning } from '#server/modules/signing/index.ts'
import type { Terms } from '#server/modules/terms/index.ts'
import { newId } from '#server/platform/ids.ts'
import { createOneTimeCodes } from '#server/platform/one-time-codes.ts'
import { withOwnReactions } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Bureau } from '#server/providers/bureau/port.ts'
import { sandboxBureau } from '#server/providers/bureau/sandbox.ts'
import type { Scoring } from '#server/providers/scoring/port.ts'
import type { TestPlatform } from './bench.ts'

const folder = (path: string) => new URL(`../../config/${path}`, import.meta.url).pathname

export function demoLender(): Lender {
  const verdict = validateLender(JSON.parse(readFileSync(folder('lender.json'), 'utf8')))
  if (!verdict.ok) throw new Error(verdict.problems.map(({ field, message }) => `${field}: ${message}`).join('; '))
  return verdict.lender
}

/** One printing thread for all tests of a process. */
const press = openPress()

/** An invented person whose passport number makes the sandbox bureau say nothing special. */
export const somebody: Facts = {
  firstLoan: false,
  product: 'payday',
  amount: 1_500_000,
  term: 14,
  purpose: 'everyday',
  surname: 'Выдумкина',
  name: 'Проба',
  patronymic: 'Тестовна',
  birthDate: '1990-05-17',
  passportNumber: '4500000055',
  passportIssuedOn: '2010-06-01',
  region: 'Москва',
  registrationAddress: '101000, г. Вымышленск, ул. Примерная, д. 2',
  income: 90_000_00,
  officialIncome: 90_000_00,
  debtPayments: 0,
  destination: { kind: 'sbp', bankId: '1', bankName: 'Пример-банк', phone: '+79000000001' },
  consents: ['processing', 'bureau'],
}

/** The modules from an approved review to the payout, with a payout that only counts and messages that are only kept. */
export function lifeBench(
  opened: TestPlatform,
  lender: Lender = demoLender(),
  bureau: Bureau | null = sandboxBureau(),
  registryOf?: (parts: { platform: TestPlatform; requests: Requests; notify: Notify }) => Pick<KnownRegistry, 'known'>,
  deciding: { readonly scoring?: Scoring; readonly rules?: readonly DecisionRules[]; readonly terms?: Terms } = {},
) {
  // A second server of a test has modules of its own, which hear only each other.
  const platform = opened.reactions.list().length > 0 ? withOwnReactions(opened) : opened
  const sent: { kind: string; text: string; notBefore?: Date }[] = []
  const paid: { requestId: string; amount: number }[] = []
  const today = () => dateInZone(platform.clock.now(), lender.zone)
  const messages: Messages = {
    sms: async (tx, { kind, text, notBefore }) => {
      tx.afterCommit(() => void sent.push({ kind, text, ...(notBefore && { notBefore }) }))
      return newId()
    },
    email: async () => newId(),
  }
  // Everybody has a phone of their own: a code sent to it voids the earlier ones.
  const phones = new Map<string, string>()
  const client = async (id: string) => {
    const phone = phones.get(id) ?? `+7900${String(phones.size + 1).padStart(7, '0')}`
    phones.set(id, phone)
    return { phone }
  }
  const clients = { client, clientWithin: (_tx: Tx, id: string) => client(id) }
  const requests = createRequests(platform)
  const published = readPublishedDocuments(folder('documents'), today)
  const documents = createDocuments(platform, press)
  const signing = createSigning({
    platform,
    codes: createOneTimeCodes(platform),
    clients,
    consents: {
      list: async () => [{ id: 'asp', version: '1', title: '', givenAt: '2026-01-10T09:00:00Z', optional: false }],
    },
    messages,
    documents,
    published,
    lender,
  })
  platform.reactions.add('test', {
    'contract.released': async (tx, told) => tx.afterCommit(() => void paid.push(told)),
  })
  const texts = deciding.terms && { texts: deciding.terms.texts }
  const notify = createNotify({ messages, brand: lender.brand.name, clientOf: clients.clientWithin, ...texts })
  const people = createPeople(platform, async () => null, { zone: lender.zone, ...lender.durations })
  const rulesFolder = folder('decision-rules')
  const inputsOf = createInputs({
    platform,
    requests,
    loans: { ofAccounts: async () => [] },
    people,
    bureau,
    registry: registryOf?.({ platform, requests, notify }) ?? null,
    scoring: deciding.scoring ?? null,
    lender,
    ...(deciding.terms && { terms: deciding.terms }),
    income: readRegionalIncome(rulesFolder),
  })
  const bars = createRechecking({ platform, requests, lender, inputsOf })
  const offers = createOffers({ platform, people, requests, documents, published, signing, notify, lender, bars })
  const versions = createVersions({
    platform,
    lender,
    files: deciding.rules ?? readDecisionRules(rulesFolder),
    asksScoring: deciding.scoring !== undefined,
  })
  const workbench = createWorkbench({
    platform,
    lender,
    versions,
    people,
    staffNames: async () => new Map(),
    ...(deciding.terms && { terms: deciding.terms }),
  })
  platform.reactions.add('decisions', decisionsReactions(workbench))
  const decisions = createDecisions({ platform, requests, offers, people, notify, lender, versions, inputsOf })
  const never = async () => {
    throw new Error('not in this test')
  }
  const askForCode = createPackages({
    platform,
    requests,
    documents,
    signing,
    makers: { application: never, contract: offers.contractPackage, prolongation: never, newTerms: never },
  })

  /** A request whose review has just been approved (or in another state), and its owner. */
  async function approved(facts: Facts = {}, state: State = 'Hyb_Verification_Approved') {
    const actor: ClientActor = { kind: 'client', id: newId(), sessionId: newId(), endsAt: new Date(0) }
    const known = { ...somebody, ...facts }
    const request = await platform.transact(async (tx) => {
      await tx.db
        .$extendTables<{ client: { id: string; sealed: Buffer; created_at: Date } }>()
        .insertInto('client')
        .values({ id: actor.id, sealed: Buffer.of(1), created_at: new Date(0) })
        .execute()
      const made = await requests.create(tx, actor.id, 'loan', { terms: null }, state)
      return requests.saveFacts(tx, made, known)
    })
    return { actor, id: request.id }
  }

  async function current(id: string): Promise<StoredRequest> {
    const request = await requests.find(id)
    if (!request) throw new Error('the request is gone')
    return request
  }

  return {
    platform,
    lender,
    published,
    sent,
    notify,
    paid,
    requests,
    people,
    documents,
    signing,
    bars,
    offers,
    decisions,
    workbench,
    askForCode,
    approved,
    current,

    /** A request with an offer that stands. */
    async offered(facts: Facts = {}) {
      const made = await approved(facts)
      await decisions.decide(made.id)
      return made
    },

    /** Asks for the contract's code. */
    async code(actor: ClientActor, id: string) {
      const { version } = await current(id)
      return askForCode(actor, id, { purpose: 'contract', version })
    },

    /** Enters a code for the contract, as the call does. */
    async sign(actor: ClientActor, id: string, packageId: string, given: { code?: string; version?: number } = {}) {
      const version = given.version ?? (await current(id)).version
      const entered = {
        code: given.code ?? '111111',
        package: packageId,
        version,
        address: '192.0.2.1',
        userAgent: 'test',
      }
      return keptFailures(platform, (tx) => offers.sign(tx, actor, id, entered))
    },
  }
}
