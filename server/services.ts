import { join } from 'node:path'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { durationMs } from '#contract/durations.ts'
import type { Facts } from '#contract/facts.ts'
import { type Lender, publicLender } from '#contract/lender.ts'
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
import { createDecisions, readDecisionRules, readRegionalIncome } from './modules/decisions/index.ts'
import { createDocuments, openPress, type Press, readPublishedDocuments } from './modules/documents/index.ts'
import { createDigits, createEvidence } from './modules/evidence/index.ts'
import { createHandovers } from './modules/handover/index.ts'
import { createLoans } from './modules/loans/index.ts'
import { createMessages } from './modules/messages/index.ts'
import { createOffers } from './modules/offers/index.ts'
import { createOffice } from './modules/office/index.ts'
import { createPasskeys } from './modules/passkeys/index.ts'
import { createPayouts } from './modules/payouts/index.ts'
import { createProlongations } from './modules/prolongations/index.ts'
import { createReports } from './modules/reports/index.ts'
import { createPolls, createRequests, createRequestViews, type StoredRequest } from './modules/requests/index.ts'
import { createOwnData, createRetention } from './modules/retention/index.ts'
import { createApplication, createPackages, createSending, createSigning } from './modules/signing/index.ts'
import { createCreation, createSteps, findSteps } from './modules/steps/index.ts'
import { createVerification } from './modules/verification/index.ts'
import { createOneTimeCodes } from './platform/one-time-codes.ts'
import { StartRefused } from './platform/refusal.ts'
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
  const shared = publicLender(lender)
  const codes = createOneTimeCodes(platform)
  const requests = createRequests(platform)
  const views = createRequestViews(platform)
  const polls = createPolls(platform, requests, views)
  const registry = await findSteps()
  const reports = createReports({ platform })

  const messages = createMessages({
    platform,
    sms: vendors.sms,
    email: vendors.email,
    zone: lender.zone,
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

  const digits = createDigits(platform, durationMs(lender.durations.videoDigits))
  const evidence = createEvidence({ platform, requests, store: vendors.files, digits })

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
      changeDestination: (facts) => payouts.changeDestination(tx, request, facts),
      showTerms: async (terms) => {
        await requests.touch(tx, request, { shown: { terms } })
      },
      takeEvidence: (step, answers) => evidence.take(tx, request, step, answers),
      carryEvidence: (step, file, life) => evidence.carry(tx, request, step, file, durationMs(lender.durations[life])),
    }),
  })

  const documents = createDocuments(platform, press)
  const signing = createSigning({ platform, codes, clients: auth, consents, messages, documents, published, lender })
  const application = createApplication({ platform, requests, steps, documents, published, lender })
  const unpayable = lender.flow.payoutMethods.filter((method) => !vendors.rail.takes.includes(method))
  if (unpayable.length > 0)
    throw new StartRefused(
      `flow.payoutMethods names ${unpayable.join(', ')}, which ${vendors.rail.name} cannot pay to: take it out`,
    )
  const payouts = createPayouts({
    platform,
    requests,
    rail: vendors.rail,
    heldUntil: phones.heldUntil,
    secondSupervisor: (tx, staffId) => office.hasAnother(tx, staffId, 'supervisor'),
    times: { leaseMs: durationMs(lender.durations.payoutLease), pollMs: durationMs(lender.durations.payoutPoll) },
    paid: async (tx, request) => {
      const loan = await loans.open(tx, request)
      if (loan) await tell(tx, request, 'paid', `деньги отправлены. Вернуть до ${formatDate(loan.dueDate as IsoDate)}.`)
      return loan
    },
    cancelled: async (tx, request, words) => tell(tx, request, 'payoutCancelled', words),
  })
  const loans = createLoans({
    platform,
    requests,
    lender: shared,
    signedPrice: (tx, request, startDate) => offers.signedPrice(tx, request, startDate),
    paymentCame: (tx, loanId) => prolongations.paymentCame(tx, loanId),
    tell: (tx, { id, requestId }, kind, text) =>
      tell(tx, { id: requestId, client_id: id }, kind, text, { waits: kind !== 'paymentReceived' }),
  })
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
    requests,
    documents,
    published,
    signing,
    payouts,
    clients: auth,
    messages,
    lender,
  })
  const decisions = createDecisions({
    platform,
    requests,
    offers,
    loans,
    clients: auth,
    messages,
    bureau: vendors.bureau,
    lender,
    rules: readDecisionRules(join(folder, 'decision-rules')),
    income: readRegionalIncome(join(folder, 'decision-rules')),
  })
  const office = createOffice({ platform, lender })
  const calling = createCalling({ platform, requests, staffNames: office.names })
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
    decision: async (tx, requestId) => {
      const [latest] = await decisions.list(requestId, tx)
      return latest ? { ...latest, reasons: [...latest.reasons] } : null
    },
  })

  type Told = Pick<StoredRequest, 'id' | 'client_id'>

  async function tell(tx: Tx, request: Told, kind: string, text: string, { waits = false } = {}): Promise<void> {
    const { phone } = await auth.clientWithin(tx, request.client_id)
    await messages.sms(tx, {
      kind,
      phone,
      text: `${brand}: ${text}`.replaceAll('\u00a0', ' '),
      waits,
      clientId: request.client_id,
      requestId: request.id,
    })
  }

  const retention = createRetention({
    platform,
    store: vendors.files,
    terms: lender.retention,
    endSessions: sessions.endAll,
  })
  const stepTitle = (number: number) => registry.all.get(number)?.title

  keepHouse(platform, { retention, handovers, evidence, calling, passkeys })

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
    stepTitle,
    retention,
    ownDataOf: createOwnData({ platform, auth, consents, requests, steps, stepTitle, documents, messages }),
    digits,
    evidence,
    handovers,
    create: createCreation(requests, steps, registry, async (tx, clientId) => {
      const { phone, email } = await auth.clientWithin(tx, clientId)
      return { firstLoan: !(await loans.hadLoan(tx, clientId)), phone, ...(email && { confirmedEmail: email }) }
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
    send: createSending({ platform, requests, steps, signing }),
    payouts,
    loans,
    prolongations,
    offers,
    decisions,
    office,
    calling,
    verification,
    sandboxPayments: config.payout.provider === 'sandbox',
  }
}

export type Services = Awaited<ReturnType<typeof buildServices>>
