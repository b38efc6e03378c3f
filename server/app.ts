import type { Lender } from '#contract/lender.ts'
import { registerAdmission } from './http/admission.ts'
import { registerHealth } from './http/health.ts'
import { registerLive } from './http/live.ts'
import { registerOpenApi } from './http/openapi.ts'
import { registerPages } from './http/pages.ts'
import { createRouter, type Doorkeepers } from './http/router.ts'
import { openServer } from './http/server.ts'
import { appealRoutes } from './modules/appeals/index.ts'
import { authRoutes, clientSessionRoutes, deviceName, passkeyRoutes } from './modules/auth/index.ts'
import { callingRoutes } from './modules/calling/index.ts'
import { clientRoutes } from './modules/clients/index.ts'
import { coreRoutes } from './modules/core/index.ts'
import { opinionRoutes, snoozeRoutes, workbenchRoutes } from './modules/decisions/index.ts'
import { documentRoutes, type Press } from './modules/documents/index.ts'
import { eventRoutes } from './modules/events/index.ts'
import { evidenceRoutes, registerUploads } from './modules/evidence/index.ts'
import { followupRoutes } from './modules/followups/index.ts'
import { handoverRoutes } from './modules/handover/index.ts'
import { identityRoutes } from './modules/identity/index.ts'
import { bookRoutes, createDayFiles } from './modules/ledger/index.ts'
import { createLoanDesk, loanDeskRoutes } from './modules/loan-desk/index.ts'
import { loanRoutes, registerPaymentWebhook } from './modules/loans/index.ts'
import {
  machineOfficeRoutes,
  machinePaymentRoutes,
  machineReadRoutes,
  registerTokenEndpoint,
  toldRoutes,
} from './modules/machines/index.ts'
import { messageRoutes } from './modules/messages/index.ts'
import { offerRoutes } from './modules/offers/index.ts'
import {
  jobRoutes,
  journalRoutes,
  officeLive,
  officeRoutes,
  ownSignInRoutes,
  staffPasskeyRoutes,
} from './modules/office/index.ts'
import { passportRoutes } from './modules/passports/index.ts'
import { paymentRoutes, registerPaymentNotices } from './modules/payments/index.ts'
import { payoutRoutes, registerPayoutWebhook } from './modules/payouts/index.ts'
import { listRoutes } from './modules/people/index.ts'
import { portfolioRoutes } from './modules/portfolio/index.ts'
import { prolongationRoutes } from './modules/prolongations/index.ts'
import { promoRoutes } from './modules/promos/index.ts'
import { officeReportRoutes, reportRoutes } from './modules/reports/index.ts'
import { requestRoutes } from './modules/requests/index.ts'
import { retentionRoutes } from './modules/retention/index.ts'
import { signingRoutes } from './modules/signing/index.ts'
import { createStatements, statementRoutes } from './modules/statements/index.ts'
import { stepRoutes } from './modules/steps/index.ts'
import { suggestionRoutes } from './modules/suggestions/index.ts'
import { openTerms } from './modules/terms/index.ts'
import { verificationRoutes } from './modules/verification/index.ts'
import { webhookRoutes } from './modules/webhooks/index.ts'
import { watchBackups } from './operations/backup-age.ts'
import { openLimits } from './platform/limits.ts'
import { type Platform, withOwnReactions } from './platform/platform.ts'
import { version } from './platform/version.ts'
import { registerSandboxIdentityPage } from './providers/identity/sandbox-page.ts'
import { registerSandboxPayPage } from './providers/payment/sandbox-page.ts'
import { registerSandboxCardPage } from './providers/payout/sandbox-card-page.ts'
import { buildServices } from './services.ts'
import { chooseVendors, type Vendors } from './vendors.ts'

/** The whole product over an open platform: services, calls, pages. Jobs are started and the port opened by the caller. */
export async function buildApp(
  opened: Platform,
  file: Lender,
  folder: string,
  vendors: Vendors = chooseVendors(opened),
  press?: Press,
) {
  const limits = openLimits(opened, file.limits, file.durations.codeResend)
  const platform = withOwnReactions({ ...opened, limits })
  const terms = await openTerms(platform, file)
  const { lender } = terms
  const services = await buildServices(platform, terms, folder, vendors, press)
  const { requests, views, sessions, office, documents, published, signing } = services
  const app = await openServer(platform)
  app.addHook('onClose', terms.close)
  const admission = registerAdmission(app, platform)
  const doorkeepers: Doorkeepers = {
    client: async (request, { quiet = false, capture, polled }) =>
      (capture ? await services.handovers.actor(request) : null) ??
      sessions.find(request, quiet, polled ? services.polls.sessionOf : undefined),
    staff: office.staffDoorkeeper,
    machine: services.machines.doorkeeper,
  }
  const router = createRouter(app, platform, doorkeepers)

  authRoutes(router, services)
  passkeyRoutes({ ...services, router, platform, brand: lender.brand.name })
  identityRoutes({ ...services, router, app })
  retentionRoutes({ ...services, router })
  requestRoutes(router, requests, views, services.polls)
  stepRoutes({ ...services, router })
  handoverRoutes({ ...services, router })
  documentRoutes({ router, published, documents, requests, withSignature: signing.withSignature })
  signingRoutes({ router, platform, views, askForCode: services.askForCode, send: services.send })
  const brand = lender.brand.name
  offerRoutes({ router, offers: services.offers, requests, views, platform, brand })
  loanRoutes({ router, loans: services.loans, platform, brand, sandbox: services.sandboxPayments })
  appealRoutes({ ...services, router, staffNames: office.names })
  bookRoutes({ router, dayFiles: createDayFiles({ platform, lender }) })
  coreRoutes({ ...services, router })
  portfolioRoutes({ router, platform, today: services.loans.today })
  prolongationRoutes({ router, prolongations: services.prolongations, views })
  clientSessionRoutes({ ...services, router })
  payoutRoutes({ ...services.loanDesk, router, payouts: services.payouts })
  registerPayoutWebhook(app, services.payouts)
  if (vendors.rail.name === 'sandbox') registerSandboxCardPage(app)
  await registerPaymentWebhook(app, platform, services.loans)
  const desk = createLoanDesk(services.loanDesk)
  loanDeskRoutes({ ...services.loanDesk, desk, router, givesBack: services.payments?.provider })
  paymentRoutes({
    ...services,
    router,
    platform,
    confirmed: (tx, subject, amount, reason, staffId) =>
      desk.actions.ask(tx, { kind: 'refund', subject, choice: String(amount), reason, staffId }),
  })
  if (services.payments) registerPaymentNotices(app, services.payments)
  if (services.payments?.provider === 'sandbox') await registerSandboxPayPage(app, platform)
  await registerSandboxIdentityPage(app, vendors.identity)
  statementRoutes({ router, statements: createStatements({ platform, loans: services.loans, lender }) })
  suggestionRoutes(router, platform, vendors.suggest)
  promoRoutes(router, services.promos)
  messageRoutes(router, services.messages, platform.config.production)
  reportRoutes(router, app, services.reports)
  officeReportRoutes({
    router,
    platform,
    reports: services.reports,
    lender,
    staffNames: office.names,
    waitingMinutes: services.verification.queue.waitingMinutes,
    stepTitle: services.stepTitle,
  })
  officeRoutes(router, { office, lender, decisionRules: services.decisions.table })
  workbenchRoutes({ router, workbench: services.workbench, clock: platform.clock })
  snoozeRoutes({ router, workbench: services.workbench })
  ownSignInRoutes(router, office)
  staffPasskeyRoutes({ router, platform, office, passkeys: services.passkeys, deviceName })
  machineOfficeRoutes({ router, clients: services.machines.clients, publicUrl: platform.config.publicUrl })
  eventRoutes({ router, events: services.events })
  webhookRoutes({ router, webhooks: services.webhooks })
  machineReadRoutes({
    ...services,
    ledger: services.loanDesk.ledger,
    router,
    platform,
    withSignature: signing.withSignature,
  })
  toldRoutes({ ...services, router })
  opinionRoutes({ router, platform, requests })
  machinePaymentRoutes({ router, loans: services.loans, zone: lender.zone })
  await registerTokenEndpoint(app, platform, services.machines.tokens)
  jobRoutes(router, platform)
  journalRoutes(router, platform, office, lender.zone)
  verificationRoutes(router, platform, services.verification)
  clientRoutes({ ...services, router })
  listRoutes({ router, people: services.people, staffNames: office.names })
  followupRoutes({ ...services, router, texts: terms.texts })
  callingRoutes({ router, calling: services.calling, held: services.verification.look })

  evidenceRoutes({
    router,
    platform,
    requests,
    evidence: services.evidence,
    digits: services.digits,
    held: services.verification.look,
  })
  passportRoutes({ ...services, router })
  registerUploads(app, doorkeepers, services.evidence, platform)

  registerLive(app, platform, doorkeepers)
  officeLive(app, platform, office)
  registerOpenApi(app, router.calls, version, platform.config.publicUrl)
  registerHealth(router, platform, admission)
  watchBackups(platform)
  await registerPages(app, {
    config: platform.config,
    clock: platform.clock,
    random: platform.random,
    lender: services.shownLender,
    release: version,
  })
  const firstStaff = await office.ensureFirstStaff()
  await office.mayStart()
  await app.ready()
  return { app, services, admission, firstStaff, calls: router.calls }
}

export type Product = Awaited<ReturnType<typeof buildApp>>
