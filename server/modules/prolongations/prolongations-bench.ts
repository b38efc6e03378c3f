import type { ClientActor } from '#server/http/actors.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { lifeBench } from '#server/testing/life.ts'
import { createContacts } from '../contacts/index.ts'
import { createLedger } from '../ledger/index.ts'
import { createLoans, type Loans } from '../loans/index.ts'
import type { Messages } from '../messages/index.ts'
import { createPeople } from '../people/index.ts'
import { createLenderPapers, createPackages } from '../signing/index.ts'
import { createProlongations, type Prolongations } from './index.ts'

/** A running loan and what prolongs it, over the bench of a request's life. */
export function prolongationsBench(platform: TestPlatform) {
  const life = lifeBench(platform)
  const { lender, requests, documents, signing } = life
  const sent: { kind: string; text: string; notBefore?: Date }[] = []
  const messages: Messages = {
    sms: async (tx, { kind, text }) => {
      tx.afterCommit(() => void sent.push({ kind, text }))
      return newId()
    },
    email: async () => newId(),
  }
  const ledger = createLedger({ platform, lender })
  const contacts = createContacts({
    platform,
    lender,
    people: createPeople(platform, async () => null),
    zoneOf: async () => 'Europe/Moscow',
  })
  const loans: Loans = createLoans({
    platform,
    requests,
    lender,
    ledger,
    contacts,
    papers: createLenderPapers({ platform, requests, documents, signing }),
    signedPrice: life.offers.signedPrice,
    paymentCame: (tx, loanId) => prolongations.paymentCame(tx, loanId),
    tell: async (tx, _owner, kind, text, notBefore) =>
      tx.afterCommit(
        () => void sent.push({ kind, text: text.replaceAll('\u00a0', ' '), ...(notBefore && { notBefore }) }),
      ),
  })
  const clients = { clientWithin: async () => ({ phone: '+79000000001' }) }
  const prolongations: Prolongations = createProlongations({
    platform,
    requests,
    loans,
    documents,
    signing,
    clients,
    messages,
    lender,
  })
  const never = async () => {
    throw new Error('not in this test')
  }
  const askForCode = createPackages({
    platform,
    requests,
    documents,
    signing,
    makers: { application: never, contract: never, prolongation: prolongations.package },
  })

  return {
    ...life,
    ledger,
    contacts,
    loans,
    prolongations,
    sent,

    /** A loan of 15 000 ₽ for 14 days whose money came at the test's «now». */
    async running() {
      const { actor, id } = await life.offered()
      await life.sign(actor, id, (await life.code(actor, id)).package)
      const loan = await platform.transact(async (tx) => {
        const request = await requests.lock(tx, id)
        const opened = await loans.open(tx, request)
        const moved = await requests.move(tx, request, {
          event: 'paid',
          who: 'job',
          actor: { kind: 'job', id: 'test' },
          shown: { loan: opened ?? null },
        })
        return moved.shown.loan
      })
      platform.clock.advance(60_000)
      return { actor, loanId: loan?.id ?? '', requestId: id }
    },

    create: (actor: ClientActor, loanId: string, days: number) =>
      platform.transact((tx) => prolongations.create(tx, actor.id, loanId, days)),

    pay: (loanId: string, amount: number, providerId: string = newId()) =>
      platform.transact((tx) => loans.received(tx, loanId, { provider: 'test', providerId, amount })),

    async codeFor(actor: ClientActor, id: string) {
      const { version } = await life.current(id)
      return (await askForCode(actor, id, { purpose: 'prolongation', version })).package
    },

    async signIt(actor: ClientActor, id: string, packageId: string, given: { code?: string; version?: number } = {}) {
      const version = given.version ?? (await life.current(id)).version
      const entered = {
        code: given.code ?? '111111',
        package: packageId,
        version,
        address: '192.0.2.1',
        userAgent: 't',
      }
      return keptFailures(platform, (tx) => prolongations.sign(tx, actor, id, entered))
    },
  }
}
