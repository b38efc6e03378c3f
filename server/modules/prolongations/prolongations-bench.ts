import type { Facts } from '#contract/facts.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { lifeBench } from '#server/testing/life.ts'
import { createContacts } from '../contacts/index.ts'
import { createLedger } from '../ledger/index.ts'
import { createLoans } from '../loans/index.ts'
import { createLenderPapers, createPackages } from '../signing/index.ts'
import { createProlongations } from './index.ts'

/** A running loan and what prolongs it, over the bench of a request's life. */
export function prolongationsBench(opened: TestPlatform) {
  const life = lifeBench(opened)
  const { platform, lender, people, requests, documents, signing, notify } = life
  const ledger = createLedger({ platform, lender })
  const contacts = createContacts({
    platform,
    lender,
    people,
    zoneOf: async () => 'Europe/Moscow',
  })
  const loans = createLoans({
    platform,
    requests,
    lender,
    ledger,
    contacts,
    papers: createLenderPapers({ platform, requests, documents, signing }),
    notify,
  })
  const prolongations = createProlongations({ platform, requests, loans, people, documents, signing, notify, lender })
  const never = async () => {
    throw new Error('not in this test')
  }
  const askForCode = createPackages({
    platform,
    requests,
    documents,
    signing,
    makers: { application: never, contract: never, prolongation: prolongations.package, newTerms: never },
  })

  return {
    ...life,
    ledger,
    contacts,
    loans,
    prolongations,

    /** A loan of 15 000 ₽ for 14 days whose money came at the test's «now». */
    async running(facts: Facts = {}) {
      const { actor, id } = await life.offered(facts)
      await life.sign(actor, id, (await life.code(actor, id)).package)
      const loan = await platform.transact(async (tx) => {
        await tx.emit('payout.succeeded', { requestId: id })
        const request = await requests.lock(tx, id)
        const moved = await requests.move(tx, request, {
          event: 'paid',
          who: 'job',
          actor: { kind: 'job', id: 'test' },
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
