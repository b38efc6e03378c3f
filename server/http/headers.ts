import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/platform/config.ts'

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** What the apps' pages may ask the person for. */
export const pagePermissions =
  'camera=(self), microphone=(self), geolocation=(self), accelerometer=(), autoplay=(self), display-capture=(), gyroscope=(), magnetometer=(), midi=(), payment=(), usb=()'

/** Nothing that is not a page may run or load anything. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The service worker asks for the app's own page and files. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"

const pageSources = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'zayavka',
  'report-uri': '/service/csp-reports',
}

const policyText = (nonce: string, sources: Readonly<Record<string, string>>) =>
  Object.entries({
    ...sources,
    'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `${sources['style-src']} 'nonce-${nonce}'`,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Policy of the apps' pages. In dev mode the debug console may build its own markup. */
export const pagePolicy = (nonce: string, dev: boolean): string =>
  policyText(nonce, { ...pageSources, ...(dev && { 'trusted-types': 'zayavka default vconsole' }) })

/** Policy of the page of a trial: the browser itself sees to it that nothing is asked and nothing sent, a report of this policy neither. */
export function trialPolicy(nonce: string): string {
  const { 'report-uri': _none, ...sources } = pageSources
  return policyText(nonce, {
    ...sources,
    'img-src': 'blob: data:',
    'media-src': 'blob:',
    'connect-src': "'none'",
    'form-action': "'none'",
  })
}

/** What every answer carries. */
const fixedHeaders = ({ publicUrl }: Config) => ({
  ...always,
  ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

/** The same for an answer that no hook sees: the address could not be read. */
export const headersOutsideRoutes = (config: Config) => ({
  ...fixedHeaders(config),
  'cache-control': 'no-store',
  'content-security-policy': inertPolicy,
})

/** Fixed headers on every answer, set once: errors and 404 too. */
export function registerHeaders(app: FastifyInstance, config: Config) {
  const headers = fixedHeaders(config)
  // Async, so that nothing is answered before all bytes at hand are parsed: a request that breaks HTTP gets one answer, and its end.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', inertPolicy)
    done(null, payload)
  })
}
