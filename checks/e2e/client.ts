import { setTimeout as sleep } from 'node:timers/promises'
import { flow } from '#steps/flow.ts'
import { borrower, emailCode, newEmail, smsCode } from './borrower.ts'
import { evidenceAnswers, takesFile } from './evidence.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly headers: Headers
}

/**
 * A browser without a screen: keeps cookies, sends what a browser of the product's own page would. With several servers, `place` chooses one
 * for each call. `always`: headers of every call.
 */
export function openClient(place: string | (() => string), always: Record<string, string> = {}) {
  const here = () => (typeof place === 'string' ? place : place())
  const jar = new Map<string, string>()

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const url = here()
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: url,
        ...always,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value === '') jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), value)
    }
    const text = await response.text()
    let parsed: unknown = null
    try {
      parsed = text ? JSON.parse(text) : null
    } catch {
      parsed = null
    }
    return { status: response.status, body: parsed, text, headers: response.headers }
  }

  async function must<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T> {
    let answer = await call(method, path, body, headers)
    // Turned away at the door, as on a busy machine: the app asks again, too.
    for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) {
      await sleep(250)
      answer = await call(method, path, body, headers)
    }
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
    return answer.body as T
  }

  const keyed = (key: string = crypto.randomUUID()) => ({ 'idempotency-key': key })

  return {
    jar,
    call,
    must,
    keyed,

    /** Phone, code, and the documents of a new account. */
    async signUp(phone = borrower.phone): Promise<void> {
      await must('POST', '/service/auth/codes', { phone })
      const first = await call('POST', '/service/auth/session', { phone, code: smsCode })
      if (first.status === 200) return
      const { documents } = (first.body as { error: { details: { documents: { id: string; version: string }[] } } })
        .error.details
      const accepted = documents.map(({ id, version }) => ({ id, version }))
      await must('POST', '/service/auth/session', { phone, code: smsCode, accepted })
    },

    create: (raw: object = wish) =>
      must<{ _id: string; version: number }>('POST', '/service/requests', { raw }, keyed()),

    /** Accepts every filling step with right answers, or with others given by step (of a step that takes one, the `photo`); those `before` a step. */
    async fill(id: string, other: Readonly<Record<number, object>> = {}, before?: number): Promise<void> {
      const { email = newEmail() } = (other[26] ?? {}) as { email?: string }
      for (const number of before === undefined ? order : order.slice(0, order.indexOf(before))) {
        if (number === 26) await this.confirmEmail(email)
        const raw = takesFile(number)
          ? await evidenceAnswers(here(), this, id, number, (other[number] as { photo?: Buffer } | undefined)?.photo)
          : { ...answers[number], ...(number === 26 && { email }), ...other[number] }
        const { steps } = await must<{ steps: { number: number; revision: number }[] }>(
          'GET',
          `/service/requests/${id}`,
        )
        const revision = steps.find((step) => step.number === number)?.revision ?? 0
        await must('PUT', `/service/requests/${id}/steps/${number}`, { revision, raw })
      }
    },

    /** The address becomes the client's by the code of its letter. */
    async confirmEmail(address: string): Promise<void> {
      await must('POST', '/service/profile/email/codes', { email: address })
      await must('POST', '/service/profile/email', { email: address, code: emailCode })
    },

    async version(id: string): Promise<number> {
      return (await must<{ request: { version: number } }>('GET', `/service/requests/${id}`)).request.version
    },

    /** Asks for a code and signs: the application, or the contract. */
    async sign(id: string, purpose: 'application' | 'contract') {
      const version = await this.version(id)
      const frozen = await must<{ package: string }>('POST', `/service/requests/${id}/codes`, { purpose, version })
      const path = purpose === 'application' ? 'send' : 'offer/sign'
      const body = { code: smsCode, package: frozen.package, version: await this.version(id) }
      return must<{ status: number; version: number }>('POST', `/service/requests/${id}/${path}`, body, keyed())
    },

    async status(id: string): Promise<number> {
      return (await must<{ request: { status: number } }>('GET', `/service/requests/${id}`)).request.status
    },
  }
}

export type Client = ReturnType<typeof openClient>

export const wish = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday', promo: '' }

/** Numbers of the filling steps after the request form, in their order. */
export const order: readonly number[] = flow
  .map((folder) => Number(folder.slice(4, 6)))
  .filter((number) => number !== 34)

/** Right answers as they are typed, by step. */
export const answers: Readonly<Record<number, object>> = {
  10: {
    surname: borrower.surname,
    name: borrower.name,
    patronymic: borrower.patronymic,
    birthDate: borrower.birthDate,
    sex: 'female',
    snils: '112-233-445 95',
  },
  9: {
    number: '45 10 235857',
    issuedOn: borrower.issuedOn,
    departmentCode: '770-001',
    issuedBy: borrower.issuedBy,
    birthPlace: borrower.birthPlace,
  },
  21: { region: 'Москва', city: 'Москва', street: 'Примерная', house: '5', flat: '12', since: '15.03.2012' },
  22: { place: 'same' },
  23: { marital: 'single', dependants: '0' },
  24: { kind: 'employed', employer: 'ООО Вымысел', position: 'бухгалтер', since: 'long' },
  25: { official: '80 000', other: '0', debts: '5 000', spending: '20 000' },
  26: {},
  27: { camera: 'good', microphone: 'good', recording: 'good', speed: 8000 },
  32: { way: 'sbp', bankName: 'Т-Банк', bankId: '100000000004', phone: '+7 (916) 123-45-67' },
  33: { processing: true, bureau: true },
}

/** A field of each step into which a test may type anything: a draft keeps what is wrong, too. */
export const fieldOf = (step: number): string =>
  Object.keys(answers[step] ?? {}).at(-1) ?? ({ 34: 'promo', 26: 'extraPhone' }[step] || 'file')

/** Waits until something is true, asking often; fails in words. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | false | null | undefined>,
  seconds = 20,
): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const found = await ask()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited ${seconds} s for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}

/** The revision an accepted step has now, read from the answer of `acceptStep`. */
export function revisionAfter(body: unknown, number: number): number {
  const { detail } = body as { detail: { steps: { number: number; revision: number }[] } }
  const step = detail.steps.find((each) => each.number === number)
  if (!step) throw new Error(`the answer does not hold step ${number}`)
  return step.revision
}
