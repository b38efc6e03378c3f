import { readFileSync } from 'node:fs'
import { generateSync } from 'otplib'
import { validateLender } from '#contract/lender.ts'
import { createRouter } from '#server/http/router.ts'
import { openServer } from '#server/http/server.ts'
import type { TestPlatform } from '#server/testing/bench.ts'
import { jobRoutes } from './job-routes.ts'
import { journalRoutes } from './journal-routes.ts'
import { ownSignInRoutes } from './own-routes.ts'
import { officeRoutes } from './routes.ts'
import { createOffice } from './service.ts'
import type { Credentials } from './staff.ts'

const cookieName = '__Host-zayavka-office'

/** The office's calls over HTTP, with a bare server under them. */
export async function officeBench(platform: TestPlatform) {
  const verdict = validateLender(
    JSON.parse(readFileSync(new URL('../../../config/lender.json', import.meta.url), 'utf8')),
  )
  if (!verdict.ok) throw new Error('the demo lender is wrong')
  const office = createOffice({ platform, lender: verdict.lender })
  const app = await openServer(platform)
  const router = createRouter(app, platform, { client: async () => null, staff: office.staffDoorkeeper })
  jobRoutes(router, platform)
  journalRoutes(router, platform, office, verdict.lender.zone)
  ownSignInRoutes(router, office)
  officeRoutes(router, { office, lender: verdict.lender })

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, session?: string, body?: object, key?: string) {
    const reply = await app.inject({
      method,
      url: `/service/office${path}`,
      headers: { 'sec-fetch-site': 'same-origin', ...(key && { 'idempotency-key': key }) },
      ...(session && { cookies: { [cookieName]: session } }),
      ...(body && { payload: body }),
    })
    const json = String(reply.headers['content-type']).includes('application/json')
    const error = (json && reply.body ? reply.json() : {}) as {
      error?: { code: string; details?: Record<string, unknown> }
    }
    const cookie = reply.cookies.find(({ name }) => name === cookieName)
    return {
      status: reply.statusCode,
      code: error.error?.code,
      details: error.error?.details,
      body: reply.body,
      cookie,
      reply,
    }
  }

  const totp = (who: Credentials, shift = 0) =>
    generateSync({ secret: who.totpSecret, epoch: Math.floor(platform.clock.now().getTime() / 1000) + shift })

  const tryIn = (who: Credentials, more: { password?: string; totp?: string; login?: string } = {}) =>
    call('POST', '/session', undefined, { login: who.login, password: who.password, totp: totp(who), ...more })

  return {
    office,
    call,
    totp,
    tryIn,
    app,
    close: () => app.close(),

    async add(login: string, role: string): Promise<Credentials & { id: string }> {
      const made = await platform.transact((tx) =>
        office.staff.add(tx, { login, name: `Сотрудник ${login}`, role }, { kind: 'system', id: 'test' }),
      )
      return { ...made.credentials, id: made.staff.id }
    },

    /** Signs in and answers the session's token. A minute later, so that the code is a new one. */
    async signIn(who: Credentials): Promise<string> {
      platform.clock.advance(60_000)
      const { cookie, status } = await tryIn(who)
      if (!cookie) throw new Error(`the sign-in answered ${status}`)
      return cookie.value
    },
  }
}
