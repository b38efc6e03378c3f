import { join } from 'node:path'
import { durationMs } from '#contract/durations.ts'
import { publicLender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { keepHouse } from './housekeeping.ts'
import { createAppeals } from './modules/appeals/index.ts'
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
import { createCore } from './modules/core/index.ts'
import {
  createDecisions,
  createInputs,
  createRechecking,
  createVersions,
  createWorkbench,
  decisionsReactions,
  readDecisionRules,
  readRegionalIncome,
} from './modules/decisions/index.ts'
import { createDocuments, openPress, type Press, readPublishedDocuments } from './modules/documents/index.ts'
import { createEvents } from './modules/events/index.ts'
import { createDigits, createEvidence } from './modules/evidence/index.ts'
import { createFollowups } from './modules/followups/index.ts'
import { createHandovers } from './modules/handover/index.ts'
import { createIdentity } from './modules/identity/index.ts'
import { createBookKeeping, createLedger } from './modules/ledger/index.ts'
import { createLoans } from './modules/loans/index.ts'
import { createMachines } from './modules/machines/index.ts'
import { createMessages, createNotify, createTell } from './modules/messages/index.ts'
import { createOffers } from './modules/offers/index.ts'
import { createOffice } from './modules/office/index.ts'
import { createPasskeys, passkeyReactions } from './modules/passkeys/index.ts'
import { createPassports, passportReactions } from './modules/passports/index.ts'
import { createPaymentDesk } from './modules/payments/index.ts'
import { createPayouts, mayBePaid } from './modules/payouts/index.ts'
import { createPeople } from './modules/people/index.ts'
import { createPhotos, photoReactions } from './modules/photos/index.ts'
import { createProlongations } from './modules/prolongations/index.ts'
import { createPromos } from './modules/promos/index.ts'
import { createRegistry } from './modules/registry/index.ts'
import { createReports } from './modules/reports/index.ts'
import { createPolls, createRequests, createRequestViews, requestReactions } from './modules/requests/index.ts'
import { createOwnData, createRetention } from './modules/retention/index.ts'
import {
  createApplication,
  createLenderPapers,
  createPackages,
  createSending,
  createSignedFiles,
  createSigning,
  lettersFiles,
} from './modules/signing/index.ts'
import { createCreation, createDetails, createStepServices, createSteps, findSteps } from './modules/steps/index.ts'
import { liveView, type Terms } from './modules/terms/index.ts'
import { createVerification, shortName, surnameKey } from './modules/verification/index.ts'
import { createWebhooks } from './modules/webhooks/index.ts'
import { createOneTimeCodes } from './platform/one-time-codes.ts'
import type { Vendors } from './vendors.ts'

/**
 * Puts the modules together, in order: each gets what was made before it, none finds anything by itself, and nothing is used above its line
 * (`checks/rules/composition.test.ts`). What one module sets off in a later one goes by `tx.emit` and that module's `reactions.ts`.
 */
export async function buildServices(
  platform: Platform,
  terms: Terms,
  folder: string,
  vendors: Vendors,
  press: Press = openPress(),
) {
  const { clock, config, reactions } = platform
  const { lender } = terms
  const { durations } = lender
  const brand = lender.brand.name
  const today = () => dateInZone(clock.now(), lender.zone)
  const published = readPublishedDocuments(join(folder, 'documents'), today)
  const sandboxPayments = config.payment.provider === 'sandbox'
  const { cardPage } = vendors.rail
  const offered = { ...(cardPage !== undefined && { cardPage }), ...(vendors.payments && { paysInside: true }) }
  const shown = terms.seenAs((now) => publicLender(now, offered, !config.production))
  const shared = liveView(shown)
  const codeMs = durationMs(durations.code)
  const codes = createOneTimeCodes(platform, codeMs)
  const office = createOffice({ platform, lender })
  const staffNames = office.names

  const requests = createRequests(platform)
  reactions.add('requests', requestReactions(requests))
  const views = createRequestViews(platform)
  const polls = createPolls(platform, requests, views)
  const registry = await findSteps()
  const stepTitle = (number: number) => registry.all.get(number)?.title
  const kept = durationMs(lender.retention.errorReports)
  const reports = createReports({ platform, steps: new Set(registry.all.keys()), kept })

  const documents = createDocuments(platform, press)
  const signedFiles = createSignedFiles(platform)
  const messages = createMessages({
    platform,
    sms: vendors.sms,
    email: vendors.email,
    zoneOf: async (tx, requestId) => (requestId === undefined ? lender.zone : requests.zoneOf(tx, requestId)),
    codeMs,
    files: lettersFiles({ requests, documents, signedFiles }),
  })

  const sessions = await createSessions(platform, durations)
  const consents = createConsents(platform, published)
  const auth = createAuth({ platform, codes, sessions, consents, messages, documents: published, brand })
  const telling = { messages, brand, texts: terms.texts, clientOf: auth.clientWithin }
  const notify = createNotify(telling)
  const emails = createEmails({ platform, codes, messages, auth, brand })
  const confirmations = createConfirmations({ platform, codes, sessions, messages, auth, brand })
  const phones = createPhones({ platform, codes, messages, notify, auth, sessions, confirmations, lender })
  const passkeys = createPasskeys(platform, brand)
  reactions.add('passkeys', passkeyReactions(passkeys))

  const people = createPeople(platform, phones.changedAt, { zone: lender.zone, ...lender.durations })
  const identity = createIdentity({
    platform,
    lender,
    providers: vendors.identity ?? [],
    people,
    requests,
    sessions,
    consents,
    confirmations,
    published,
    notify,
  })
  const promos = createPromos({ platform, people, lender, today })
  const digits = createDigits(platform, durationMs(durations.videoDigits))
  const evidence = createEvidence({
    platform,
    requests,
    store: vendors.files,
    digits,
    kindOf: (step) => (registry.all.get(step)?.papers ? 'paper' : registry.all.get(step)?.media?.kind),
  })
  const passports = createPassports({
    platform,
    evidence,
    step: [...registry.all.values()].find(({ media }) => media?.machine === 'passport')?.number,
  })
  reactions.add('passports', passportReactions(passports))
  const documentSteps = [...registry.all.values()].filter(
    ({ media }) => media?.kind === 'photo' && media.subject === 'document',
  )
  const photos = createPhotos({ platform, evidence, people, steps: new Set(documentSteps.map(({ number }) => number)) })
  reactions.add('photos', photoReactions(photos))
  const handovers = createHandovers({
    platform,
    requests,
    linkMs: durationMs(durations.handover),
    phoneMs: durationMs(durations.session),
    deviceName,
  })

  const signing = createSigning({ platform, codes, clients: auth, consents, messages, documents, published, lender })
  const ledger = createLedger({ platform, lender })
  const contacts = createContacts({ platform, lender, people, zoneOf: (tx, id) => requests.zoneOf(tx, id) })
  const papers = createLenderPapers({ platform, requests, documents, signing })
  const loans = createLoans({ platform, requests, lender, ledger, contacts, papers, notify })
  createBookKeeping({ platform, lender, followed: loans.followed })
  const core = createCore({ platform, core: vendors.core ?? null, ledger, loans, requests, auth, people, lender })
  const polling = { leaseMs: durationMs(durations.payoutLease), pollMs: durationMs(durations.payoutPoll) }
  const payments =
    vendors.payments &&
    createPaymentDesk({
      platform,
      provider: vendors.payments,
      loans,
      lender,
      times: polling,
      zoneOf: (tx, id) => requests.zoneOf(tx, id),
      document: () => published.current('read').find(({ id }) => id === 'autopay') ?? null,
      tell: createTell(telling),
      undelivered: messages.undelivered,
      stopped: async (clientId) => (await contacts.stopOf(clientId)) !== null,
    })
  const prolongations = createProlongations({
    platform,
    requests,
    loans,
    people,
    documents,
    signing,
    notify,
    lender,
    terms,
  })

  const rulesFolder = join(folder, 'decision-rules')
  const income = readRegionalIncome(rulesFolder)
  const { ogrn, inn, fullName } = lender.legal
  const asked = vendors.registry?.({ ogrn, inn, fullName })
  const bureaus = asked
    ? createRegistry({ platform, requests, registry: asked, inn: vendors.inn ?? null, lender, consents, notify })
    : null
  const inputsOf = createInputs({
    platform,
    requests,
    loans,
    people,
    bureau: vendors.bureau,
    registry: bureaus,
    scoring: vendors.scoring ?? null,
    identity,
    lender,
    terms,
    income,
  })
  const bars = createRechecking({ platform, requests, lender, inputsOf, identity })
  const offers = createOffers({ platform, people, requests, documents, published, signing, notify, lender, bars })
  const versions = createVersions({
    platform,
    lender,
    files: readDecisionRules(rulesFolder),
    asksScoring: Boolean(vendors.scoring),
  })
  await versions.mayStart()
  const workbench = createWorkbench({ platform, lender, versions, people, staffNames, terms })
  reactions.add('decisions', decisionsReactions(workbench))
  const decisions = createDecisions({ platform, requests, offers, people, notify, lender, versions, inputsOf })

  mayBePaid(vendors.rail, lender, clock.now())
  const payouts = createPayouts({
    platform,
    requests,
    rail: vendors.rail,
    lender,
    notify,
    heldUntil: phones.heldUntil,
    hold: people.screenedHold,
    barred: (requestId) => offers.barred(requestId, 'payout'),
    secondSupervisor: (tx, staffId) => office.hasAnother(tx, staffId, 'payouts.retry'),
    times: {
      ...polling,
      abandonedMs: durationMs(durations.payoutAwaits),
    },
  })

  const steps = createSteps({
    platform,
    requests,
    registry,
    lender: shared,
    today,
    medians: reports.medians,
    services: createStepServices({ lender, requests, auth, consents, published, people, promos, payouts, evidence }),
  })
  const application = createApplication({ platform, requests, steps, documents, published, lender })
  const retention = createRetention({
    platform,
    store: vendors.files,
    terms: lender.retention,
    endSessions: sessions.endAll,
  })
  const appeals = createAppeals({
    platform,
    loans,
    contacts,
    lender,
    notify,
    isClient: auth.clientWithin,
    requests,
    documents,
    evidence,
    signing,
    forget: (tx, clientId) => retention.forget(tx, clientId),
  })
  const askForCode = createPackages({
    platform,
    requests,
    documents,
    signing,
    makers: {
      application: application.content,
      contract: offers.contractPackage,
      prolongation: prolongations.package,
      newTerms: appeals.package,
    },
  })

  const events = createEvents(platform)
  const webhooks = createWebhooks(platform, events)
  const machines = createMachines({
    platform,
    today,
    hasAnother: (tx, staffId) => office.hasAnother(tx, staffId, 'connections.manage'),
    staffNames,
  })
  const calling = createCalling({ platform, requests, staffNames })
  const verification = createVerification({
    platform,
    requests,
    steps,
    auth,
    notify,
    lender,
    staffNames,
    members: office.members,
    files: evidence.files,
    calling: calling.until,
    decision: async (tx, requestId) => (await decisions.explained(requestId, tx))[0] ?? null,
    signals: people.signals,
    passport: (requestId, tx) => passports.of(tx.db, requestId),
    identity: identity.beside,
    formerName: terms.productName,
  })
  const followups = createFollowups({
    platform,
    requests,
    notify,
    shortName,
    members: office.members,
    requestOfLoan: async (tx, loanId) => (await loans.lock(tx, loanId)).requestId,
  })
  const clients = createClients({
    platform,
    people,
    identity,
    auth,
    requests,
    loans,
    decisions,
    messages,
    consents,
    told: machines.told,
    productName: verification.queue.productName,
    staffNames,
  })
  keepHouse(platform, { retention, handovers, evidence, calling, passkeys, identity, machines, events, webhooks })

  return {
    shownLender: shown,
    published,
    requests,
    views,
    polls,
    messages,
    notify,
    reports,
    sessions,
    consents,
    identity,
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
    ownDataOf: createOwnData({
      platform,
      auth,
      identity,
      consents,
      requests,
      appeals: appeals.list,
      steps,
      stepTitle,
      documents,
      messages,
    }),
    promos,
    people,
    clients,
    digits,
    evidence,
    passports,
    handovers,
    create: createCreation({ requests, steps, registry, auth, people }),
    documents,
    signing,
    askForCode,
    send: createSending({ platform, requests, steps, signing, people }),
    payouts,
    payments,
    loans,
    appeals,
    prolongations,
    offers,
    decisions,
    workbench,
    office,
    core,
    loanDesk: {
      platform,
      loans,
      ledger,
      contacts,
      calling,
      requests,
      lender,
      staffNames,
      shortName,
      surnameKey,
      phoneOf: auth.phoneWithin,
    },
    calling,
    followups,
    machines,
    events,
    webhooks,
    verification,
    sandboxPayments,
  }
}

export type Services = Awaited<ReturnType<typeof buildServices>>
