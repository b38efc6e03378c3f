import type { Environment } from './environment.ts'
import { StartRefused } from './refusal.ts'

const shortest = 32
const placeholders = /change|default|example|secret|password|insert|test|demo|0123456789|abcdef/i

/** Why a key may not be used, as the end of a sentence that starts with APP_KEY. */
export function keyFault(key: string): string | undefined {
  if (key.length < shortest) return `is shorter than ${shortest} characters: make one with "openssl rand -base64 32"`
  if (new Set(key).size < 10 || placeholders.test(key)) {
    return 'looks like a placeholder: make one with "openssl rand -base64 32"'
  }
  return undefined
}

const providers = ['SMS_PROVIDER', 'EMAIL_PROVIDER', 'PAYOUT_PROVIDER', 'BUREAU_PROVIDER'] as const

function providerFault(env: Environment, name: (typeof providers)[number] | 'PAYMENT_PROVIDER'): string | undefined {
  if (name === 'EMAIL_PROVIDER' && env.SMTP_URL && !env[name]) return undefined
  if (!env[name]) return `${name} is not set: name a provider`
  if (env[name] === 'sandbox' && !env.ALLOW_SANDBOX) {
    return `${name} is the sandbox, which nobody outside receives anything from: name a provider, or add ALLOW_SANDBOX=yes`
  }
  return undefined
}

function faults(env: Environment): Array<string | undefined | false> {
  return [
    env.TEST_SMS_CODE && 'TEST_SMS_CODE lets anybody in: remove it in production',
    env.TEST_EMAIL_CODE && 'TEST_EMAIL_CODE lets anybody in: remove it in production',
    !env.APP_KEY && 'APP_KEY is not set: make one with "openssl rand -base64 32" and keep it outside the database',
    !env.PUBLIC_URL && 'PUBLIC_URL is not set: give the https address of the borrower’s app',
    env.PUBLIC_URL?.startsWith('http:') && 'PUBLIC_URL is not https: give the https address of the borrower’s app',
    env.PUBLIC_OFFICE_URL?.startsWith('http:') &&
      'PUBLIC_OFFICE_URL is not https: give the https address of the office',
    !env.DATABASE_URL &&
      !env.EMBEDDED_DATABASE &&
      'DATABASE_URL is not set: give a PostgreSQL address, or EMBEDDED_DATABASE=yes to accept loss at a power cut',
    (env.OFFICE_LOGIN || env.OFFICE_PASSWORD || env.OFFICE_TOTP_SECRET) &&
      'OFFICE_LOGIN, OFFICE_PASSWORD and OFFICE_TOTP_SECRET are for the demo: remove them in production',
    ...providers.map((name) => providerFault(env, name)),
    /\bsandbox\b/.test(env.IDENTITY_PROVIDERS ?? '') &&
      !env.ALLOW_SANDBOX &&
      'IDENTITY_PROVIDERS names the sandbox, which proves nothing of anybody: name a provider, or add ALLOW_SANDBOX=yes',
    // Not named, the lender's own payment page takes them.
    env.PAYMENT_PROVIDER && providerFault(env, 'PAYMENT_PROVIDER'),
  ]
}

/** Refuses what is fit for a demo only. `why`: why this is none. Throws StartRefused with all faults. */
export function checkProduction(env: Environment, why: string): void {
  const fault = faults(env)
    .filter((each) => each)
    .join('; ')
  if (fault) throw new StartRefused(`${fault} (this is no demo: ${why})`)
}
