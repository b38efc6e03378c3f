import { join } from 'node:path'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Facts } from '#contract/facts.ts'
import { type Lender, publicLender } from '#contract/lender.ts'
import { loanNotices } from '#contract/notices.ts'
import { zoneOfRegion } from '#contract/regionZones.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keepHouse } from './housekeeping.ts'
import {
  createAuth,
  createConfirmations,
  createConsents,
  createEmails,
  createPhones,
  createPlaces,
  createSessions,
  deviceName,
} from './modules/auth/index.ts'
import { createCalling } from './modules/calling/index.ts'
import { createClients } from './modules/clients/index.ts'
import { createContacts } from './modules/contacts/index.ts'
import { createDecisions, readDecisionRules, readRegionalIncome } from './modules/decisions/index.ts'
import { createDocuments, openPress, type Press, readPublishedDocuments } from './modules/documents/index.ts'
import { createEvents } from './modules/events/index.ts'
import { createDigits, createEvidence } from './modules/evidence/index.ts'
import { createHandovers } from './modules/handover/index.ts'
import { createBookKeeping, createLedger } from './modules/ledger/index.ts'
import { createLoans } from './modules/loans/index.ts'
import { createMachines } from './modules/machines/index.ts'
import { createMessages } from './modules/messages/index.ts'
import { createOffers } from './modules/offers/index.ts'
import { createOffice } from './modules/office/index.ts'
import { createPasskeys } from './modules/passkeys/index.ts'
import { createPaymentDesk } from './modules/payments/index.ts'
import { createPayouts, mayBePaid } from './modules/payouts/index.ts'
import { createPeople } from './modules/people/index.ts'
import { createProlongations } from './modules/prolongations/index.ts'
import { createPromos } from './modules/promos/index.ts'
import { createReports } from './modules/reports/index.ts'
import { createPolls, createRequests, createRequestViews, type StoredRequest } from './modules/requests/index.ts'
import { createOwnData, createRetention } from './modules/retention/index.ts'
import {
  createApplication,
  createLenderPapers,
  createPackages,
  createSending,
  createSigning,
} from './modules/signing/index.ts'
import { createCreation, createDetails, createSteps, findSteps } from './modules/steps/index.ts'
import { createVerification, shortName, surnameKey } from './modules/verification/index.ts'
import { createWebhooks } from './modules/webhooks/index.ts'
import { createOneTimeCodes } from './platform/one-time-codes.ts'
import type { Tx } from './platform/transaction.ts'
import type { Vendors } from './vendors.ts'

/** Puts the modules together: each gets what it works with, none finds anything by itself. */
export async function buildServices(
  platform: Platform,
  lender: Lender,
  folder: string,
  vendors: Vendors,
  press: Press = openPress(),
) {
  const { clock, config } = platform
  const brand = lender.brand.name
  const today = () => dateInZone(clock.now(), lender.zone)
  const published = readPublishedDocuments(join(folder, 'documents'), today)
  const sandboxPayments = config.payment.provider === 'sandbox'
  const { cardPage } = vendors.rail
  const shared = publicLender(lender, {
    ...(cardPage !== undefined && { cardPage }),
    ...(vendors.payments && { paysInside: true }),
  })
  const codeMs = durationMs(lender.durations.code)
  const codes = createOneTimeCodes(platform, codeMs)
  const requests = createRequests(platform)
  const views = createRequestViews(platform)
  const polls = createPolls(platform, requests, views)
  const registry = await findSteps()
  const reports = createReports({
    platform,
    steps: new Set(registry.all.keys()),
    kept: durationMs(lender.retention.errorReports),
  })

  /** The clock the borrower of a request lives by; null where the region does not say. */
  async function zoneOf(tx: Pick<Tx, 'db'>, requestId: string): Promise<string | null> {
    const request = await requests.find(requestId, tx)
    return request && zoneOfRegion(requests.facts(request).region ?? '')
  }

  const messages = createMessages({
    platform,
    sms: vendors.sms,
    email: vendors.email,
    zoneOf: async (tx, requestId) => (requestId === undefined ? lender.zone : zoneOf(tx, requestId)),
    codeMs,
    files: ({ requestId, documents: ids }) =>
      Promise.all(ids.map(async (id) => signing.file(await documents.read(requestId, id)))),
  })
  const sessions = await createSessions(platform, lender.durations)
  const consents = createConsents(platform, published)
  const auth = createAuth({ platform, codes, sessions, consents, messages, documents: published, brand })

  /** What the client's profile learnt is known to the request being filled too. */
  async function learnt(tx: Tx, clientId: string, facts: Partial<Facts>): Promise<void> {
    const open = await requests.openLoan(tx, clientId)
    if (!open) return
    const request = await requests.lock(tx, open.id)
    await requests.saveFacts(tx, request, { ...requests.facts(request), ...facts })
  }

  const emails = createEmails({
    platform,
    codes,
    messages,
    auth,
    brand,
    confirmed: (tx, clientId, confirmedEmail) => learnt(tx, clientId, { confirmedEmail }),
  })

  const confirmations = createConfirmations({ platform, codes, sessions, messages, auth, brand })

  const phones = createPhones({
    platform,
    codes,
    messages,
    auth,
    sessions,
    confirmations,
    lender,
    changed: (tx, clientId, phone) => learnt(tx, clientId, { phone }),
  })

  const passkeys = createPasskeys(platform, brand)
  const people = createPeople(platform, phones.changedAt)
  const promos = createPromos({ platform, people, lender, today })

  const digits = createDigits(platform, durationMs(lender.durations.videoDigits))
  const evidence = createEvidence({
    platform,
    requests,
    store: vendors.files,
    digits,
    kindOf: (step) => registry.all.get(step)?.media?.kind,
  })

  const handovers = createHandovers({
    platform,
    requests,
    linkMs: durationMs(lender.durations.handover),
    phoneMs: durationMs(lender.durations.session),
    deviceName,
  })

  const steps = createSteps({
    platform,
    requests,
    registry,
    lender: shared,
    today,
    medians: reports.medians,
    services: (tx, request) => ({
      giveConsents: async (ids) => {
        const given = published.current('consent').filter(({ id }) => ids.includes(id))
        await consents.give(tx, request.client_id, given)
      },
      learn: (person) => auth.learn(tx, request.client_id, person),
      identify: async (facts) => {
        await people.learn(tx, request.client_id, facts)
        if (facts.firstLoan && (await people.hadContract(tx, request.client_id, request.id)))
          await requests.saveFacts(tx, request, { ...facts, firstLoan: false })
      },
      promoIssues: (facts) => promos.issues(tx, request, facts),
      holdPromo: (facts) => promos.hold(tx, request, facts),
      changeDestination: async (facts) => {
        await people.learn(tx, request.client_id, facts)
        await payouts.changeDestination(tx, request, facts)
      },
      showTerms: async (terms) => {
        await requests.touch(tx, request, { shown: { terms } })
      },
      takeEvidence: (step, file, answers) => evidence.take(tx, request, step, file, answers),
      carryEvidence: (step, file, life) => evidence.carry(tx, request, step, file, durationMs(lender.durations[life])),
    }),
  })

  const documents = createDocuments(platform, press)
  const signing = createSigning({ platform, codes, clients: auth, consents, messages, documents, published, lender })
  const application = createApplication({ platform, requests, steps, documents, published, lender })
  mayBePaid(vendors.rail, lender, platform.clock.now())
  const times = { leaseMs: durationMs(lender.durations.payoutLease), pollMs: durationMs(lender.durations.payoutPoll) }
  const payouts = createPayouts({
    platform,
    requests,
    rail: vendors.rail,
    lender,
    heldUntil: phones.heldUntil,
    hold: async (clientId, tx) => {
      if (!tx) await platform.transact((within) => people.screen(within, clientId))
      return people.hold(clientId, tx)
    },
    barred: (requestId) => offers.barred(requestId, 'payout'),
    secondSupervisor: (tx, staffId) => office.hasAnother(tx, staffId, 'supervisor'),
    times,
    paid: async (tx, request) => {
      const loan = await loans.open(tx, request)
      if (loan) await tell(tx, request, 'paid', `деньги отправлены. Вернуть до ${formatDate(loan.dueDate as IsoDate)}.`)
      return loan
    },
    cancelled: async (tx, request, words) => void (await tell(tx, request, 'payoutCancelled', words)),
  })
  const ledger = createLedger({ platform, lender })
  const contacts = createContacts({ platform, lender, people, zoneOf })
  const loans = createLoans({
    platform,
    requests,
    lender,
    ledger,
    contacts,
    papers: createLenderPapers({ platform, requests, documents, signing }),
    signedPrice: (tx, request, startDate) => offers.signedPrice(tx, request, startDate),
    paymentCame: (tx, loanId) => prolongations.paymentCame(tx, loanId),
    tell: async (tx, { id, requestId }, kind, text, notBefore) => {
      const when = { waits: loanNotices[kind].hours === 'day', ...(notBefore && { notBefore }) }
      await tell(tx, { id: requestId, client_id: id }, kind, text, when)
    },
  })
  const payments =
    vendors.payments &&
    createPaymentDesk({
      platform,
      provider: vendors.payments,
      loans,
      lender,
      times,
      zoneOf,
      document: () => published.current('read').find(({ id }) => id === 'autopay') ?? null,
      tell: (tx, { clientId, requestId }, kind, text) =>
        tell(tx, { id: requestId, client_id: clientId }, kind, text, { waits: true }),
      undelivered: async (tx, id) => {
        const state = (await messages.delivery(id, tx))?.state
        return state !== 'sent' && state !== 'delivered'
      },
      stopped: async (clientId) => (await contacts.stopOf(clientId)) !== null,
    })
  createBookKeeping({ platform, lender, followed: loans.followed })
  const prolongations = createProlongations({
    platform,
    requests,
    loans,
    documents,
    signing,
    clients: auth,
    messages,
    lender,
  })
  const offers = createOffers({
    platform,
    people,
    requests,
    documents,
    published,
    signing,
    payouts,
    bars: (requestId, terms, when) => decisions.recheck(requestId, terms, when),
    clients: auth,
    messages,
    lender,
  })
  const decisions = createDecisions({
    platform,
    requests,
    offers,
    loans,
    people,
    clients: auth,
    messages,
    bureau: vendors.bureau,
    lender,
    rules: readDecisionRules(join(folder, 'decision-rules')),
    income: readRegionalIncome(join(folder, 'decision-rules')),
  })
  const office = createOffice({ platform, lender })
  const events = createEvents(platform)
  const webhooks = createWebhooks(platform, events)
  const machines = createMachines({
    platform,
    today,
    hasAnother: (tx, staffId) => office.hasAnother(tx, staffId, 'administrator'),
    staffNames: office.names,
  })
  const calling = createCalling({ platform, requests, staffNames: office.names })
  const loanDesk = {
    platform,
    loans,
    ledger,
    contacts,
    calling,
    requests,
    staffNames: office.names,
    shortName,
    surnameKey,
    phoneOf: async (tx: Tx, clientId: string) => (await auth.clientWithin(tx, clientId)).phone,
  }
  const verification = createVerification({
    platform,
    requests,
    steps,
    auth,
    messages,
    lender,
    staffNames: office.names,
    files: evidence.files,
    calling: calling.until,
    decision: async (tx, requestId) => (await decisions.explained(requestId, tx))[0] ?? null,
    signals: people.signals,
  })

  type Told = Pick<StoredRequest, 'id' | 'client_id'>

  async function tell(
    tx: Tx,
    request: Told,
    kind: string,
    text: string,
    when: { waits?: boolean; notBefore?: Date } = {},
  ): Promise<string> {
    const { phone } = await auth.clientWithin(tx, request.client_id)
    return messages.sms(tx, {
      kind,
      phone,
      text: `${brand}: ${text}`.replaceAll('\u00a0', ' '),
      ...when,
      clientId: request.client_id,
      requestId: request.id,
    })
  }

  const clients = createClients({
    platform,
    people,
    auth,
    requests,
    loans,
    decisions,
    messages,
    consents,
    productName: verification.queue.productName,
    staffNames: office.names,
  })
  const retention = createRetention({
    platform,
    store: vendors.files,
    terms: lender.retention,
    endSessions: sessions.endAll,
  })
  const stepTitle = (number: number) => registry.all.get(number)?.title

  keepHouse(platform, { retention, handovers, evidence, calling, passkeys, machines, events, webhooks })

  return {
    lender: shared,
    published,
    requests,
    views,
    polls,
    messages,
    reports,
    sessions,
    consents,
    places: createPlaces(platform, consents),
    auth,
    emails,
    phones,
    confirmations,
    passkeys,
    steps,
    details: createDetails({ steps, requests, views, promos, now: () => clock.now() }),
    stepTitle,
    retention,
    ownDataOf: createOwnData({ platform, auth, consents, requests, steps, stepTitle, documents, messages }),
    promos,
    people,
    clients,
    digits,
    evidence,
    handovers,
    create: createCreation(requests, steps, registry, async (tx, clientId) => {
      const { phone, email } = await auth.clientWithin(tx, clientId)
      return {
        firstLoan: !(await people.hadContract(tx, clientId, '')),
        phone,
        ...(email && { confirmedEmail: email }),
      }
    }),
    documents,
    signing,
    askForCode: createPackages({
      platform,
      requests,
      documents,
      signing,
      makers: {
        application: application.content,
        contract: offers.contractPackage,
        prolongation: prolongations.package,
      },
    }),
    send: createSending({ platform, requests, steps, signing, people }),
    payouts,
    payments,
    loans,
    prolongations,
    offers,
    decisions,
    office,
    loanDesk,
    calling,
    machines,
    events,
    webhooks,
    verification,
    sandboxPayments,
  }
}

export type Services = Awaited<ReturnType<typeof buildServices>>
