import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type Lender, publicLender, validateLender } from '#contract/lender.ts'
import { fromRoubles } from '#contract/money.ts'
import { defineStep, type StepDefinition } from '#contract/step.ts'
import { dateInZone } from '#contract/zones.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { usualRights } from '#server/testing/roles.ts'
import { createNotify, type Messages } from '../messages/index.ts'
import { createRequests } from '../requests/index.ts'
import { createSteps } from '../steps/index.ts'
import type { StepFile } from './review-page.ts'
import { createVerification } from './service.ts'
import type { Member } from './shift.ts'

const text = z.string().check(z.minLength(1))

/** Three small steps stand for the real ones. */
const person = defineStep({
  number: 10,
  title: 'О вас',
  mode: 'verification',
  stage: 'person',
  answers: z.object({ surname: text, name: text }),
  labels: { surname: 'Фамилия', name: 'Имя' },
  facts: ({ surname, name }) => ({ surname, name }),
})
const passport = defineStep({
  number: 9,
  title: 'Паспорт',
  mode: 'verification',
  stage: 'person',
  answers: z.object({ number: text }),
  labels: { number: 'Серия и номер' },
  facts: ({ number }) => ({ passportNumber: number }),
})
const income = defineStep({
  number: 25,
  title: 'Доход',
  mode: 'verification',
  stage: 'life',
  answers: z.object({ place: text }),
  labels: { place: 'Место работы' },
})
export const reviewed = [person, passport, income] as unknown as readonly StepDefinition[]

export const answers: Readonly<Record<number, Record<string, string>>> = {
  9: { number: '4510123456' },
  10: { surname: 'Ёлкина', name: 'Проба' },
  25: { place: 'Завод «Образец»' },
}

function demoLender(): Lender {
  const file = new URL('../../../config/lender.json', import.meta.url)
  const verdict = validateLender(JSON.parse(readFileSync(file, 'utf8')))
  if (!verdict.ok) throw new Error('the demo lender is wrong')
  return verdict.lender
}

/** The review over real requests and steps; clients, staff and messages are made of little. `definitions` may change under way: a release. */
export function reviewBench(
  platform: TestPlatform,
  flow: Partial<Lender['flow']> = {},
  definitions: readonly StepDefinition[] = reviewed,
) {
  const demo = demoLender()
  const lender: Lender = { ...demo, flow: { ...demo.flow, ...flow } }
  const requests = createRequests(platform)
  const steps = createSteps({
    platform,
    requests,
    registry: {
      get all() {
        return new Map(definitions.map((step) => [step.number, step]))
      },
      flow: definitions,
      effects: new Map(),
    },
    lender: publicLender(lender),
    today: () => dateInZone(platform.clock.now(), lender.zone),
    medians: async () => new Map(),
    services: () => {
      throw new Error('no effects here')
    },
  })
  const sent: { kind: string; phone: string; text: string }[] = []
  const phones = new Map<string, string>()
  const staff = new Map<string, string>()
  const members = new Map<string, Member>()
  const files: StepFile[] = []
  platform.jobs.define('decide', async () => {})
  const clientWithin = async (_tx: Tx, id: string) => ({ phone: phones.get(id) ?? '+79990000000' })
  const messages: Messages = {
    sms: async (_tx, message) => String(sent.push(message)),
    email: async () => newId(),
  }
  const notify = createNotify({ messages, brand: lender.brand.name, clientOf: clientWithin })
  const verification = createVerification({
    platform,
    requests,
    steps,
    lender,
    auth: { clientWithin },
    notify,
    staffNames: async () => staff,
    members: async () => [...members.values()],
    files: async () => files,
  })

  /** What `app.ts` makes of every change: one transaction. */
  const within = <T>(work: (tx: Tx) => Promise<T>) => platform.transact(work)

  async function accept(requestId: string, number: number, raw: Record<string, string>) {
    await within(async (tx) => {
      const request = await requests.lock(tx, requestId)
      const kept = (await steps.all(tx, request)).find((step) => step.number === number)
      await steps.accept(tx, request, number, { revision: kept?.revision ?? 0, raw })
    })
  }

  async function send(requestId: string) {
    await within(async (tx) => {
      const request = await requests.lock(tx, requestId)
      await steps.settle(tx, request)
      await requests.move(tx, request, {
        event: 'send',
        who: 'client',
        actor: { kind: 'client', id: request.client_id },
        sentAt: platform.clock.now(),
      })
    })
  }

  return {
    ...verification,
    lender,
    requests,
    steps,
    /** Photos of the request under review. */
    files,
    sent,
    notify,
    members,
    within,
    accept,
    send,

    async addStaff(name: string, role = 'verifier'): Promise<string> {
      const id = newId()
      await platform.db
        .$extendTables<{ staff: Record<string, unknown> }>()
        .insertInto('staff')
        .values({ id, login: id, name, role, password_hash: '', totp: Buffer.of(1), created_at: platform.clock.now() })
        .execute()
      staff.set(id, name)
      members.set(id, { id, name, role, rights: usualRights(role), disabled: false, seenAt: null })
      return id
    },

    /** A request that was filled; not yet sent. */
    async fill(roubles = 10_000, phone = '+79990000000'): Promise<string> {
      const clientId = newId()
      phones.set(clientId, phone)
      await platform.db
        .$extendTables<{ client: Record<string, unknown> }>()
        .insertInto('client')
        .values({
          id: clientId,
          sealed: Buffer.of(1),
          created_at: platform.clock.now(),
        })
        .execute()
      const { id } = await within(async (tx) => {
        const request = await requests.create(tx, clientId, 'loan', { terms: null })
        return requests.saveFacts(tx, request, { product: lender.products[0]?.id ?? '', amount: fromRoubles(roubles) })
      })
      for (const step of reviewed) await accept(id, step.number, answers[step.number] ?? {})
      return id
    },

    async queued(roubles?: number, phone?: string): Promise<string> {
      const id = await this.fill(roubles, phone)
      await send(id)
      return id
    },

    take: (id: string, staffId: string) => within((tx) => verification.leases.take(tx, id, staffId)),
    page: (id: string, staffId: string) => within((tx) => verification.open(tx, id, staffId)),
    version: async (id: string) => (await requests.find(id))?.version ?? 0,
    state: async (id: string) => (await requests.find(id))?.state,

    async verdict(id: string, step: number, staffId: string, verdict: 'ok' | 'fix' | 'fraud', comment?: string) {
      const version = await this.version(id)
      await within((tx) => verification.verdicts.opened(tx, id, step, staffId))
      const reason = verdict === 'fix' ? { reason: 'data_differs' as const } : {}
      const words = verdict === 'fraud' ? { internal: 'похоже на подделку' } : {}
      await within((tx) =>
        verification.verdicts.save(tx, id, step, staffId, {
          version,
          verdict: { verdict, ...reason, ...words, ...(comment && { comment }) },
        }),
      )
    },

    async allOk(id: string, staffId: string) {
      for (const { step, open } of (await this.page(id, staffId)).items)
        if (open) await this.verdict(id, step, staffId, 'ok')
    },

    async approve(id: string, staffId: string) {
      const version = await this.version(id)
      return within((tx) => verification.outcomes.approve(tx, id, staffId, version))
    },

    async sendBack(id: string, staffId: string) {
      const version = await this.version(id)
      return within((tx) => verification.outcomes.return(tx, id, staffId, version))
    },
  }
}

export type ReviewBench = ReturnType<typeof reviewBench>
