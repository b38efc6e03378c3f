import { fileURLToPath } from 'node:url'
import { buildApp } from '#server/app.ts'
import { readLender } from '#server/lender.ts'
import { findClient } from '#server/modules/auth/store.ts'
import { testClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { openPlatform } from '#server/platform/platform.ts'
import { noJobs, offeredFacts } from '../drills/contracts.ts'
import { openClient } from './client.ts'
import { office } from './server.ts'

const config = fileURLToPath(new URL('../../config', import.meta.url))
const dayMs = 24 * 3_600_000

/**
 * Loans of 15 000 ₽ for 14 days that were paid out some days ago, one a phone: the product itself makes them, with its clock set back, and is
 * closed again before the server of the test starts on the same data.
 */
export async function earlierLoans(dataDir: string, days: number, phones: readonly string[]): Promise<void> {
  const env = {
    DATA_DIR: dataDir,
    OFFICE_LOGIN: office.login,
    OFFICE_PASSWORD: office.password,
    OFFICE_TOTP_SECRET: office.totpSecret,
  }
  const clock = testClock(new Date(Date.now() - days * dayMs))
  const { lender } = readLender(undefined, clock, dataDir)
  const log = openLog({ clock, level: 'error' })
  const platform = await openPlatform(readConfig(env), { clock, log, jobs: noJobs })
  const { app, services } = await buildApp(platform, lender, config)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const phone of phones) {
    const client = openClient(url)
    await client.signUp(phone)
    const clientId = (await findClient(platform.db, platform.sealing.indexes('phone', `+7${phone}`))) ?? ''
    const destination = { kind: 'sbp' as const, bankId: '100000000004', bankName: 'Т-Банк', phone: '+79000000055' }
    const id = await platform.transact(async (tx) => {
      const made = await services.requests.create(tx, clientId, 'loan', { terms: null }, 'Hyb_Verification_Approved')
      return (await services.requests.saveFacts(tx, made, { ...offeredFacts, amount: 15_000_00, destination })).id
    })
    await services.decisions.decide(id)
    await client.sign(id, 'contract')
  }
  clock.advance(60_000)
  await services.payouts.sweep()
  await app.close()
  await platform.close()
}
