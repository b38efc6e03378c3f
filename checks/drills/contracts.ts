import { fileURLToPath } from 'node:url'
import type { Facts } from '#contract/facts.ts'
import type { Lender } from '#contract/lender.ts'
import { findClient } from '#server/modules/auth/store.ts'
import { openTerms } from '#server/modules/terms/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import { buildServices } from '#server/services.ts'
import { chooseVendors } from '#server/vendors.ts'
import type { Transfer } from './parts/checker.ts'

const config = fileURLToPath(new URL('../../config', import.meta.url))

/** An invented borrower of whom the sandbox bureau says nothing special. */
export const offeredFacts: Facts = {
  firstLoan: false,
  product: 'payday',
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
  consents: ['processing', 'bureau'],
}

/** Jobs that are left to the servers' own looking around. */
export const noJobs: Jobs = {
  define: () => {},
  send: async () => {},
  sendWithin: async () => {},
  every: () => {},
  start: async () => {},
  stop: async () => {},
  failed: async () => [],
  retry: async () => false,
  counts: async () => [],
}

/** Makes offers in the database of running servers, as a review and a decision would have: the drill is about what comes after. */
export async function openContracts(env: Record<string, string>, lender: Lender) {
  const log = openLog({ clock: systemClock, level: 'error' })
  const platform = await openPlatform(readConfig(env), { jobs: noJobs, log })
  const services = await buildServices(platform, await openTerms(platform, lender), config, chooseVendors(platform))
  return {
    /** An offer for the client with this phone; answers the request's id. */
    async offer(phone: string, amount: number, destinationPhone: string): Promise<string> {
      const destination = { kind: 'sbp' as const, bankId: '100000000004', bankName: 'Т-Банк', phone: destinationPhone }
      const clientId = await findClient(platform.db, platform.sealing.indexes('phone', `+7${phone}`))
      if (!clientId) throw new Error('the client has not signed up')
      const id = await platform.transact(async (tx) => {
        const made = await services.requests.create(tx, clientId, 'loan', { terms: null }, 'Hyb_Verification_Approved')
        return (await services.requests.saveFacts(tx, made, { ...offeredFacts, amount, destination })).id
      })
      await services.decisions.decide(id)
      return id
    },
    /** An offer for a request that is being filled, as if it had been reviewed; done once, however often asked for. */
    async approve(id: string, amount: number, destinationPhone: string): Promise<void> {
      const destination = { kind: 'sbp' as const, bankId: '100000000004', bankName: 'Т-Банк', phone: destinationPhone }
      await platform.transact(async (tx) => {
        const request = await services.requests.lock(tx, id)
        const known = await services.requests.saveFacts(tx, request, { ...offeredFacts, amount, destination })
        const client = { kind: 'client' as const, id: request.client_id }
        const office = { kind: 'staff' as const, id: 'drill' }
        const sent = await services.requests.move(tx, known, { event: 'send', who: 'client', actor: client })
        const taken = await services.requests.move(tx, sent, { event: 'claim', who: 'staff', actor: office })
        await services.requests.move(tx, taken, { event: 'approve', who: 'staff', actor: office })
      })
      await services.decisions.decide(id)
    },

    ground: { db: platform.db, keys: platform.keys },
    sweepFiles: () => services.evidence.sweep(),

    /** Ids of the files the database says are kept. */
    async storedFiles(): Promise<string[]> {
      type Tables = { evidence: { id: string; state: string } }
      const rows = await platform.db.$extendTables<Tables>().selectFrom('evidence').selectAll().execute()
      return rows.filter(({ state }) => state === 'stored').map(({ id }) => id)
    },

    /** Waits until the outbox is empty but for kinds nobody sends; answers how long that took, ms. */
    async drained(unsent: readonly string[], longestMs = 120_000): Promise<number> {
      type Tables = { message: { kind: string; state: string } }
      const began = Date.now()
      for (;;) {
        const rows = await platform.db.$extendTables<Tables>().selectFrom('message').selectAll().execute()
        const waiting = rows.filter(({ kind, state }) => state === 'waiting' && !unsent.includes(kind))
        if (waiting.length === 0 || Date.now() - began > longestMs) return Date.now() - began
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },

    /** The sandbox bank's books. */
    async transfers(): Promise<Transfer[]> {
      type Tables = { sandbox_transfer: { key: string; amount: number } }
      const rows = await platform.db.$extendTables<Tables>().selectFrom('sandbox_transfer').selectAll().execute()
      return rows.map(({ key, amount }) => ({ key, amount, succeeded: true }))
    },
    close: () => platform.close(),
  }
}
