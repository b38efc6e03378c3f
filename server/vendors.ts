import { join } from 'node:path'
import type { Config, ProviderConfig } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { Bureau } from './providers/bureau/port.ts'
import { sandboxBureau } from './providers/bureau/sandbox.ts'
import { openCore } from './providers/core/open.ts'
import type { Core } from './providers/core/port.ts'
import { openMailer } from './providers/email/open.ts'
import type { Mailer } from './providers/email/port.ts'
import { localFiles } from './providers/files/local.ts'
import type { FileStore } from './providers/files/port.ts'
import { s3Files } from './providers/files/s3.ts'
import { watchedFiles } from './providers/files/watched.ts'
import { openIdentity } from './providers/identity/open.ts'
import type { IdentityProvider } from './providers/identity/port.ts'
import { openPayments } from './providers/payment/open.ts'
import type { PaymentProvider } from './providers/payment/port.ts'
import { openRail } from './providers/payout/open.ts'
import type { PayoutRail } from './providers/payout/port.ts'
import type { Asker } from './providers/registry/kbki/writing.ts'
import { openRegistry } from './providers/registry/open.ts'
import type { InnSource, Registry } from './providers/registry/port.ts'
import { openScoring } from './providers/scoring/open.ts'
import type { Scoring } from './providers/scoring/port.ts'
import { openSmsGateways } from './providers/sms/open.ts'
import type { SmsGateway } from './providers/sms/port.ts'
import { dadata } from './providers/suggest/dadata.ts'
import { localSuggestions } from './providers/suggest/local.ts'
import type { SuggestProvider } from './providers/suggest/port.ts'
import { railBanks } from './providers/suggest/rail-banks.ts'

export interface Vendors {
  readonly sms: readonly SmsGateway[]
  readonly email: Mailer
  /** A credit report: score, income, overdue days; null: no vendor of one. */
  readonly bureau: Bureau | null
  /** The qualified bureaus, as this lender asks them; absent: none is asked. */
  readonly registry?: ((asker: Asker) => Registry) | null
  readonly inn?: InnSource | null
  /** The lender's core beside our book; null: none. */
  readonly core?: Core | null
  /** The lender's scoring that is asked before a decision; null: none is. */
  readonly scoring?: Scoring | null
  /** Who says who a borrower is; none: nobody is asked. */
  readonly identity?: readonly IdentityProvider[]
  readonly rail: PayoutRail
  /** Null: the lender's own page takes the payments. */
  readonly payments: PaymentProvider | null
  readonly suggest: SuggestProvider
  readonly files: FileStore
}

function chosen<T>(variable: string, { provider }: ProviderConfig, known: Readonly<Record<string, () => T>>): T {
  const make = known[provider]
  if (!make) throw new StartRefused(`${variable} ${provider} is not known: choose ${Object.keys(known).join(', ')}`)
  return make()
}

/** Where photos and videos are kept. Throws StartRefused. */
export const openFiles = (config: Config): FileStore =>
  chosen('S3_BUCKET: file store', config.files, {
    local: () => localFiles(join(config.dataDir, 'files')),
    s3: () => s3Files(config.files),
  })

/** The vendors the environment names, behind their ports. Throws StartRefused for one that is not known. */
export function chooseVendors(platform: Platform): Vendors {
  const { config, outbound } = platform
  const token = config.dadataToken?.reveal()
  const rail = openRail(platform)
  const local = localSuggestions()
  const post = async (url: string, headers: Record<string, string>, body: unknown) =>
    (await outbound({ url, method: 'POST', headers, body: body as object, timeout: 2000 })).json()
  const suggesting = (other: SuggestProvider) =>
    rail.banks ? railBanks({ other, fallback: local, banks: rail.banks, clock: platform.clock }) : other
  const { registry, inn } = openRegistry(platform)
  return {
    sms: openSmsGateways(platform),
    email: openMailer(platform),
    bureau: chosen('BUREAU_PROVIDER', config.bureau, { sandbox: sandboxBureau, kbki: () => null }),
    registry,
    inn,
    core: openCore(platform),
    scoring: openScoring(platform),
    identity: openIdentity(platform),
    rail,
    payments: openPayments(platform),
    suggest: suggesting(token ? dadata(token, post, local) : local),
    files: watchedFiles(openFiles(config), platform),
  }
}
