import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { appKeyFile } from './app-key.ts'
import { noDemoBecause } from './demo.ts'
import { type Environment, environment } from './environment.ts'
import { checkProduction, keyFault } from './production.ts'
import { StartRefused } from './refusal.ts'
import { Secret } from './secret.ts'
import { addressFaults } from './vendor-addresses.ts'

/** A chosen vendor and its own variables, without the prefix: `SMS_API_KEY` is `settings.API_KEY`. */
export interface ProviderConfig {
  provider: string
  settings: Record<string, Secret>
}

export interface Config {
  /** For real people; false for what is proven to be a demo, see noDemoBecause. */
  production: boolean
  port: number
  host: string
  /** Address of the borrower's app, without a slash at the end. */
  /** Of the borrower's app, without a slash at the end; the callback domain: vendors and links of messages come back to it. */
  publicUrl: string
  officeUrl: string
  /** Absolute. */
  dataDir: string
  /** None: the embedded database in `dataDir`. */
  databaseUrl: Secret | undefined
  /** Whoever shows it may read the metrics over the network. */
  metricsToken: Secret | undefined
  /** How long a stopping server lets the balancer notice, ms. */
  stopNoticeMs: number
  lenderConfig: string | undefined
  appKey: Secret
  oldAppKeys: Secret[]
  trustedProxies: string[]
  /** Origins of the lender's own services at private addresses. */
  privateServices: string[]
  /** Migrations of a later release that this one may start on: it was gone back to. */
  schemaAhead: string[]
  sms: ProviderConfig
  email: ProviderConfig & { smtpUrl: Secret | undefined }
  payout: ProviderConfig
  /** Who takes payments; `page`: the lender's own payment page does. */
  payment: ProviderConfig
  bureau: ProviderConfig
  /** The lender's core; `none` unless one is named. */
  core: ProviderConfig
  /** The lender's scoring that is asked; `none` unless one is named. */
  scoring: ProviderConfig
  /** Who says who a borrower is, in the order they are offered; each has variables of its own. */
  identity: { providers: string[]; settings: Readonly<Record<string, Readonly<Record<string, Secret>>>> }
  /** The lender has said that what is for demonstrations may stand here. */
  allowSandbox: boolean
  /** Keys of the payment page's webhook: the present one and, while keys are changed, the one before. None: it refuses. */
  paymentWebhookKeys: Secret[]
  /** `provider` is `local` without S3_BUCKET. */
  files: ProviderConfig
  dadataToken: Secret | undefined
  sentryDsn: string | undefined
  /** A collector of OpenTelemetry traces; none: nothing is measured. */
  otlp: { endpoint: string; headers: Secret | undefined } | undefined
  /** Codes accepted from everybody; never in production. */
  testCodes: { sms: string | undefined; email: string | undefined }
  /** The first office account of a demo. */
  office: { login: string | undefined; password: Secret | undefined; totpSecret: Secret | undefined }
}

/** Variables of the providers of identity. */
const identityPrefixes = {
  esia: 'ESIA_',
  'esia-gateway': 'GATEWAY_',
  't-id': 'TID_',
  'sber-id': 'SBER_',
  oidc: 'OIDC_',
} as const

type Variables = Record<string, string | undefined>

const trimmed = (url: string) => url.replace(/\/$/, '')
const list = (text: string | undefined) => (text ?? '').split(',').flatMap((item) => item.trim() || [])
const secret = (text: string | undefined) => (text === undefined ? undefined : new Secret(text))

function parse(variables: Variables): Environment {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = z.safeParse(environment, present)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`)
  throw new StartRefused(`${faults.join('; ')}: correct ${faults.length > 1 ? 'them' : 'it'} in the environment`)
}

function settings(variables: Variables, prefix: string): Record<string, Secret> {
  const own = Object.entries(variables).flatMap(([name, value]) =>
    name.startsWith(prefix) && name !== `${prefix}PROVIDER` && value
      ? [[name.slice(prefix.length), new Secret(value)] as const]
      : [],
  )
  return Object.fromEntries(own)
}

/**
 * Reads the configuration from the environment. Outside production the demo fills in what is missing: test codes,
 * sandbox providers, and a key kept in `DATA_DIR`/app.key. Throws StartRefused naming the variable and what to do.
 */
export function readConfig(variables: Variables): Config {
  const env = parse(variables)
  const noDemo = noDemoBecause(env)
  const production = noDemo !== null
  const port = Number(env.PORT)
  if (port > 65_535) throw new StartRefused('PORT is to be a port number, 0 to 65535: correct it in the environment')
  if (noDemo) checkProduction(env, noDemo)
  const fault = env.APP_KEY === undefined ? undefined : keyFault(env.APP_KEY)
  if (fault) throw new StartRefused(`APP_KEY ${fault}`)
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = trimmed(env.PUBLIC_URL ?? `http://${env.HOST}:${port}`)
  const privateServices = list(env.PRIVATE_SERVICES).map((address) => URL.parse(address)?.origin ?? address)
  const vendor = (prefix: string, provider: string | undefined): ProviderConfig => {
    const own = settings(variables, prefix)
    // The file store is the lender's own and may stand anywhere.
    const faults = prefix === 'S3_' ? [] : addressFaults(prefix, own, { production, privateServices })
    if (faults.length > 0) throw new StartRefused(faults.join('; '))
    return { provider: provider ?? 'sandbox', settings: own }
  }
  const payout = vendor('PAYOUT_', env.PAYOUT_PROVIDER)
  return {
    production,
    port,
    host: env.HOST,
    publicUrl,
    officeUrl: trimmed(env.PUBLIC_OFFICE_URL ?? `${publicUrl}/office`),
    dataDir,
    databaseUrl: secret(env.DATABASE_URL),
    metricsToken: secret(env.METRICS_TOKEN),
    stopNoticeMs: 1000 * Number(env.STOP_NOTICE ?? (production && env.DATABASE_URL ? 5 : 0)),
    schemaAhead: list(env.SCHEMA_AHEAD),
    lenderConfig: env.LENDER_CONFIG,
    appKey: new Secret(env.APP_KEY ?? appKeyFile(dataDir)),
    oldAppKeys: list(env.APP_KEY_OLD).map((key) => new Secret(key)),
    trustedProxies: list(env.TRUSTED_PROXIES),
    privateServices,
    sms: vendor('SMS_', env.SMS_PROVIDER),
    email: { ...vendor('EMAIL_', env.EMAIL_PROVIDER ?? (env.SMTP_URL && 'smtp')), smtpUrl: secret(env.SMTP_URL) },
    payout,
    payment: vendor('PAYMENT_', env.PAYMENT_PROVIDER ?? (payout.provider === 'sandbox' ? 'sandbox' : 'page')),
    bureau: vendor('BUREAU_', env.BUREAU_PROVIDER),
    scoring: vendor('SCORING_', env.SCORING_PROVIDER ?? 'none'),
    core: vendor('CORE_', env.CORE_PROVIDER ?? 'none'),
    identity: {
      providers: list(env.IDENTITY_PROVIDERS ?? (production ? '' : 'sandbox')),
      settings: Object.fromEntries(
        Object.entries(identityPrefixes).map(([name, prefix]) => [name, vendor(prefix, undefined).settings]),
      ),
    },
    allowSandbox: env.ALLOW_SANDBOX === 'yes',
    paymentWebhookKeys: [env.PAYMENT_WEBHOOK_KEY, env.PAYMENT_WEBHOOK_KEY_OLD].flatMap((key) => secret(key) ?? []),
    files: vendor('S3_', variables.S3_BUCKET ? 's3' : 'local'),
    dadataToken: secret(env.DADATA_TOKEN),
    sentryDsn: env.SENTRY_DSN,
    otlp: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, headers: secret(env.OTEL_EXPORTER_OTLP_HEADERS) }
      : undefined,
    testCodes: {
      sms: env.TEST_SMS_CODE ?? (production ? undefined : '111111'),
      email: env.TEST_EMAIL_CODE ?? (production ? undefined : '222222'),
    },
    office: {
      login: env.OFFICE_LOGIN,
      password: secret(env.OFFICE_PASSWORD),
      totpSecret: secret(env.OFFICE_TOTP_SECRET),
    },
  }
}
