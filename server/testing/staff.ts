import assert from 'node:assert/strict'
import { generateSync } from 'otplib'
import type { TestPlatform } from './bench.ts'
import type { openProduct } from './product.ts'

/** A new member of the staff, signed in on a browser of their own. */
export async function signedInStaff(
  platform: TestPlatform,
  product: Awaited<ReturnType<typeof openProduct>>,
  login: string,
  role: string,
) {
  const { credentials } = await platform.transact((tx) =>
    product.services.office.staff.add(tx, { login, name: `Проба ${login}`, role }, { kind: 'system', id: 'test' }),
  )
  const browser = product.browser()
  const { password, totpSecret } = credentials
  const totp = generateSync({ secret: totpSecret, epoch: Math.floor(platform.clock.now().getTime() / 1000) })
  const answer = await browser.call('POST', '/service/office/session', { login, password, totp })
  assert.equal(answer.status, 200, answer.text)
  return { browser, password }
}
