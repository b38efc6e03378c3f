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

/** Policy of the apps' pages. In dev mode the debug console may build its own markup. */
export function pagePolicy(nonce: string, dev: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${dev ? 'zayavka default vconsole' : 'zayavka'}`,
    'report-uri /service/csp-reports',
  ].join('; ')
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
