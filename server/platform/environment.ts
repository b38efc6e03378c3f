import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))
const provider = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'is to be a name of a provider, such as sandbox'))
const yes = z.literal('yes', { error: 'is to be "yes", or not set at all' })
const url = (what: string, pattern: RegExp) => z.string().check(z.regex(pattern, `is to be ${what}`))
const web = url('an address such as https://zayavka.example', /^https?:\/\/[^/\s@?#]+\/?$/)
const webhookKey = z
  .string()
  .check(
    z.regex(
      /^whsec_(?:[\w+/-]{4}){8,21}(?:[\w+/-]{2,3}={0,2})?$/,
      'is to be whsec_ and 24 to 64 bytes in base64: make one with "echo whsec_$(openssl rand -base64 32)"',
    ),
  )
const code = z.string().check(z.regex(/^\d{6}$/, 'is to be six digits: the app has six places for them'))

/** A variable that may be left out, and what it is for: docs/configuration.md. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema, about: string) =>
  z.optional(schema).check(z.describe(about))

/** The variables the server reads, each described for docs/configuration.md; those of a vendor (`SMS_…`, `PAYOUT_…`, `PAYMENT_…`, `BUREAU_…`, `CORE_…`, `SCORING_…`, `ESIA_…`, `GATEWAY_…`, `TID_…`, `SBER_…`, `OIDC_…`, `S3_…`) are handed on as they are. */
export const environment = z.object({
  NODE_ENV: maybe(
    z.enum(['production', 'development', 'test'], 'is to be production, development or test, or not set at all'),
    '`production` is for real people: vendors, addresses and keys must all be named, test codes are refused',
  ),
  PORT: z
    ._default(z.string().check(z.regex(/^\d{1,5}$/, 'is to be a port number, 0 to 65535')), '8080')
    .check(z.describe('Where the server listens')),
  HOST: z._default(text, '127.0.0.1').check(z.describe('The address it listens at; `0.0.0.0` in a container')),
  PUBLIC_URL: maybe(web, 'The borrower’s app as browsers see it, and the callback domain; this machine unless told'),
  PUBLIC_OFFICE_URL: maybe(web, 'The office as browsers see it; `PUBLIC_URL`/office unless told'),
  DATA_DIR: z
    ._default(text, './data')
    .check(z.describe('Folder of the embedded database, files without a store, and a demo’s own key')),
  DATABASE_URL: maybe(
    url('an address such as postgres://user:password@host/base', /^postgres(ql)?:\/\/\S+$/),
    'PostgreSQL; without it the embedded database in `DATA_DIR`',
  ),
  EMBEDDED_DATABASE: maybe(yes, 'Says that production shall run on the embedded database'),
  METRICS_TOKEN: maybe(
    z.string().check(z.minLength(24, 'is to be 24 characters or more')),
    'Whoever shows it may read `/metrics` over the network; without it only the machine itself may',
  ),
  STOP_NOTICE: maybe(
    z.string().check(z.regex(/^\d$|^10$/, 'is to be seconds, 0 to 10')),
    'How long a stopping server is not ready before it ends, so that a balancer notices; 5 on PostgreSQL in production, else 0',
  ),
  SCHEMA_AHEAD: maybe(
    z.string().check(z.regex(/^[\da-z, -]+$/, 'is to be names of migrations with commas, such as 0500-later')),
    'Migrations of a later release that this one may start on: it was gone back to',
  ),
  LENDER_CONFIG: maybe(text, 'The lender’s file, described below; the demo lender unless told'),
  APP_KEY: maybe(text, 'Seals personal data; 32 random bytes in base64. Without it a demo makes one in `DATA_DIR`'),
  APP_KEY_OLD: maybe(text, 'Keys before this one, with commas, until `rotate-keys` has gone over everything'),
  PRIVATE_SERVICES: maybe(
    z
      .string()
      .check(
        z.regex(
          /^https?:\/\/[^/\s,@?#]+(?:[, ]+https?:\/\/[^/\s,@?#]+)*$/,
          'is to be addresses such as https://scoring.lender.internal:8443 with commas, no path',
        ),
      ),
    'The lender’s own services at private addresses that may be called: all others are refused',
  ),
  TRUSTED_PROXIES: maybe(
    z.string().check(z.regex(/^[\da-f.:/, ]+$/i, 'is to be IP addresses or networks with commas')),
    'Whose `X-Forwarded-For` is believed',
  ),
  SMS_PROVIDER: maybe(
    provider,
    'Gateway of messages: `sandbox`, `smsc`, `smsru`, `smsaero`; the next one, when it fails, is `SMS_SECOND_PROVIDER`',
  ),
  EMAIL_PROVIDER: maybe(provider, 'Way of letters: `sandbox`, `smtp`'),
  PAYOUT_PROVIDER: maybe(provider, 'Rail of payouts: `sandbox`, `yookassa`'),
  PAYMENT_PROVIDER: maybe(
    provider,
    'Who takes payments: `sandbox`, `yookassa`, `page` (the lender’s own payment page)',
  ),
  BUREAU_PROVIDER: maybe(provider, 'Who answers for credit bureaus: `sandbox`, `kbki` ([bureaus.md](bureaus.md))'),
  CORE_PROVIDER: maybe(
    provider,
    'The lender’s core, told of every loan: `none`, `fineract` ([integration.md](integration.md#the-core))',
  ),
  SCORING_PROVIDER: maybe(
    provider,
    'The lender’s scoring, asked before a decision: `none`, `http` ([integration.md](integration.md#a-scoring-that-is-asked))',
  ),
  IDENTITY_PROVIDERS: maybe(
    z
      .string()
      .check(
        z.regex(
          /^[a-z][a-z0-9-]*(?:, ?[a-z][a-z0-9-]*)*$/,
          'is to be names of providers with commas, such as esia, t-id',
        ),
      ),
    'Who says who a borrower is, in the order they are offered ([identity.md](identity.md))',
  ),
  PAYMENT_WEBHOOK_KEY: maybe(webhookKey, 'Signs the notices of the lender’s own payment page'),
  PAYMENT_WEBHOOK_KEY_OLD: maybe(webhookKey, 'The key before it, while keys are changed'),
  ALLOW_SANDBOX: maybe(
    yes,
    'Says that what is for demonstrations may stand in production: a rehearsal, never real people',
  ),
  SMTP_URL: maybe(
    url('an address such as smtps://user:password@host', /^smtps?:\/\/\S+$/),
    'Mail server of `EMAIL_PROVIDER=smtp`',
  ),
  DADATA_TOKEN: maybe(text, 'Suggestions by DaData; without it those of the product’s own lists'),
  SENTRY_DSN: maybe(
    url('an address such as https://KEY@sentry.example/7', /^https?:\/\/\w+@[^/\s@?#]+(\/[^\s?#]*)?\/\w+\/?$/),
    'Error service that reports are handed on to, without personal data',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: maybe(
    url('an address such as http://collector:4318', /^https?:\/\/\S+$/),
    'Collector of traces; none unless told',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: maybe(text, 'What the collector asks to be shown, as `name=value`'),
  TEST_SMS_CODE: maybe(code, 'A demo’s code instead of a random one; refused in production'),
  TEST_EMAIL_CODE: maybe(code, 'The same for letters'),
  OFFICE_LOGIN: maybe(text, 'A demo’s first administrator, with the two below'),
  OFFICE_PASSWORD: maybe(text, 'Their password'),
  OFFICE_TOTP_SECRET: maybe(
    z.string().check(z.regex(/^[A-Z2-7]{16,}$/, 'is to be 16 or more characters of base32')),
    'Their authenticator’s secret',
  ),
})

export type Environment = z.infer<typeof environment>
