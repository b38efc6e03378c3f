import { fileURLToPath } from 'node:url'
import type { Lender } from '#contract/lender.ts'
import { buildApp } from '#server/app.ts'
import { chooseVendors, type Vendors } from '#server/vendors.ts'
import type { TestPlatform } from './bench.ts'
import { demoLender } from './life.ts'

const config = fileURLToPath(new URL('../../config', import.meta.url))
const origin = 'http://127.0.0.1:8080'

export interface Injected {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, unknown>
  readonly text: string
}

/** The whole product over a test's platform, called without a port; `changes` are those to the demo's lender. */
export async function openProduct(
  platform: TestPlatform,
  vendors: Partial<Vendors> = {},
  changes: Partial<Lender> = {},
) {
  const product = await buildApp(platform, { ...demoLender(), ...changes }, config, {
    ...chooseVendors(platform),
    ...vendors,
  })

  /** A browser: its own cookies and address. */
  function browser(remoteAddress = '127.0.0.1') {
    const jar = new Map<string, string>()

    async function call(
      method: string,
      url: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Injected> {
      const response = await product.app.inject({
        method: method as 'GET',
        url,
        remoteAddress,
        headers: {
          origin,
          host: '127.0.0.1:8080',
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      for (const { name, value } of response.cookies) {
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
      const text = response.body
      const json = String(response.headers['content-type'] ?? '').includes('application/json')
      return {
        status: response.statusCode,
        body: json && text ? JSON.parse(text) : null,
        headers: response.headers,
        text,
      }
    }

    const key = () => ({ 'idempotency-key': crypto.randomUUID() })

    return {
      jar,
      call,
      key,
      sendCode: (phone: string) => call('POST', '/service/auth/codes', { phone }),
      signIn: (phone: string, code = '111111', accepted?: object[]) =>
        call('POST', '/service/auth/session', { phone, code, ...(accepted && { accepted }) }),

      /** A new account, or an old one. */
      async signUp(phone: string): Promise<void> {
        await this.sendCode(phone)
        const documents = product.services.published.current('signUp')
        const accepted = documents.map(({ id, version }) => ({ id, version }))
        const answer = await this.signIn(phone, '111111', accepted)
        if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}: ${answer.text}`)
      },

      create: () =>
        call(
          'POST',
          '/service/requests',
          { raw: { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday' } },
          key(),
        ),
    }
  }

  return { ...product, browser, close: () => product.app.close() }
}

export type TestProduct = Awaited<ReturnType<typeof openProduct>>
export type TestBrowser = ReturnType<TestProduct['browser']>

export const codeOf = ({ body }: Injected) => (body as { error?: { code?: string } } | null)?.error?.code
