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

/** The variables the server reads; those of a vendor (`SMS_…`, `PAYOUT_…`, `PAYMENT_…`, `BUREAU_…`, `CORE_…`, `SCORING_…`, `ESIA_…`, `GATEWAY_…`, `TID_…`, `SBER_…`, `OIDC_…`, `S3_…`) are handed on as they are. */
export const environment = z.object({
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], 'is to be production, development or test, or not set at all'),
  ),
  PORT: z._default(z.string().check(z.regex(/^\d{1,5}$/, 'is to be a port number, 0 to 65535')), '8080'),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z.optional(web),
  PUBLIC_OFFICE_URL: z.optional(web),
  DATA_DIR: z._default(text, './data'),
  DATABASE_URL: z.optional(url('an address such as postgres://user:password@host/base', /^postgres(ql)?:\/\/\S+$/)),
  EMBEDDED_DATABASE: z.optional(yes),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(24, 'is to be 24 characters or more'))),
  STOP_NOTICE: z.optional(z.string().check(z.regex(/^\d$|^10$/, 'is to be seconds, 0 to 10'))),
  SCHEMA_AHEAD: z.optional(
    z.string().check(z.regex(/^[\da-z, -]+$/, 'is to be names of migrations with commas, such as 0500-later')),
  ),
  LENDER_CONFIG: z.optional(text),
  APP_KEY: z.optional(text),
  APP_KEY_OLD: z.optional(text),
  PRIVATE_SERVICES: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^https?:\/\/[^/\s,@?#]+(?:[, ]+https?:\/\/[^/\s,@?#]+)*$/,
          'is to be addresses such as https://scoring.lender.internal:8443 with commas, no path',
        ),
      ),
  ),
  TRUSTED_PROXIES: z.optional(
    z.string().check(z.regex(/^[\da-f.:/, ]+$/i, 'is to be IP addresses or networks with commas')),
  ),
  SMS_PROVIDER: z.optional(provider),
  EMAIL_PROVIDER: z.optional(provider),
  PAYOUT_PROVIDER: z.optional(provider),
  PAYMENT_PROVIDER: z.optional(provider),
  BUREAU_PROVIDER: z.optional(provider),
  CORE_PROVIDER: z.optional(provider),
  SCORING_PROVIDER: z.optional(provider),
  IDENTITY_PROVIDERS: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[a-z][a-z0-9-]*(?:, ?[a-z][a-z0-9-]*)*$/,
          'is to be names of providers with commas, such as esia, t-id',
        ),
      ),
  ),
  PAYMENT_WEBHOOK_KEY: z.optional(webhookKey),
  PAYMENT_WEBHOOK_KEY_OLD: z.optional(webhookKey),
  ALLOW_SANDBOX: z.optional(yes),
  SMTP_URL: z.optional(url('an address such as smtps://user:password@host', /^smtps?:\/\/\S+$/)),
  DADATA_TOKEN: z.optional(text),
  SENTRY_DSN: z.optional(
    url('an address such as https://KEY@sentry.example/7', /^https?:\/\/\w+@[^/\s@?#]+(\/[^\s?#]*)?\/\w+\/?$/),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(url('an address such as http://collector:4318', /^https?:\/\/\S+$/)),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(text),
  TEST_SMS_CODE: z.optional(code),
  TEST_EMAIL_CODE: z.optional(code),
  OFFICE_LOGIN: z.optional(text),
  OFFICE_PASSWORD: z.optional(text),
  OFFICE_TOTP_SECRET: z.optional(
    z.string().check(z.regex(/^[A-Z2-7]{16,}$/, 'is to be 16 or more characters of base32')),
  ),
})

export type Environment = z.infer<typeof environment>
