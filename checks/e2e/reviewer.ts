import { generate } from 'otplib'
import { office } from './server.ts'

/** The six digits the authenticator shows now. */
export const authenticatorCode = (secret = office.totpSecret) => generate({ secret })

/** A member of the staff at work through the calls, for tests that are about the borrower. */
export async function staffSession(place: string | (() => string)) {
  const here = () => (typeof place === 'string' ? place : place())
  let cookie = ''

  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const url = here()
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        origin: url,
        cookie,
        'idempotency-key': crypto.randomUUID(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const set = response.headers.getSetCookie().map((text) => text.split(';')[0])
    if (set.length > 0) cookie = set.join('; ')
    const json = response.headers.get('content-type')?.includes('json')
    const text = await response.text()
    return { status: response.status, body: json && text ? JSON.parse(text) : null }
  }

  async function must<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await call(method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }

  const { login, password } = office
  await must('POST', '/service/office/session', { login, password, totp: await authenticatorCode() })

  type Open = { version: number; items: { step: number; open: boolean; files: { id: string }[] }[] }

  /** Takes the next request and looks at every open item with the same verdict. */
  async function review(
    verdictOf: (step: number) => object = () => ({ verdict: 'ok' }),
  ): Promise<{ id: string; version: number }> {
    const { id } = await must<{ id: string | null }>('POST', '/service/office/queue/next')
    if (!id) throw new Error('the queue is empty')
    const path = `/service/office/requests/${id}`
    const { items, version } = await must<Open>('GET', path)
    for (const { step, files } of items.filter(({ open }) => open)) {
      for (const { id: file } of files) await must('GET', `/service/office/files/${file}`)
      await must('POST', `${path}/items/${step}/opened`)
      await must('PUT', `${path}/items/${step}`, { version, verdict: verdictOf(step) })
    }
    return { id, version: (await must<Open>('GET', path)).version }
  }

  return {
    call,
    cookie: () => cookie,
    must,
    review,
    async approve() {
      const { id, version } = await review()
      await must('POST', `/service/office/requests/${id}/approve`, { version })
      return id
    },
    async giveBack(steps: readonly number[], reason = 'data_differs') {
      const { id, version } = await review((step) =>
        steps.includes(step) ? { verdict: 'fix', reason, comment: 'Сверьте с документом' } : { verdict: 'ok' },
      )
      await must('POST', `/service/office/requests/${id}/return`, { version })
      return id
    },
    async refuse(reason = 'false_data') {
      const { id, version } = await review()
      await must('POST', `/service/office/requests/${id}/refuse`, { version, reason })
      return id
    },
  }
}

/** What is asked of the queue: a tab, or what is searched for in it. */
export interface Asking {
  readonly tab: string
  readonly search?: string
}

/** The queue as its screen asks for it. */
export const askQueue = (
  { must }: Pick<Awaited<ReturnType<typeof staffSession>>, 'must'>,
  asking: Asking,
): Promise<{ items: unknown[] }> =>
  asking.search === undefined
    ? must('GET', `/service/office/queue?tab=${asking.tab}`)
    : must('POST', '/service/office/queue/search', asking)
