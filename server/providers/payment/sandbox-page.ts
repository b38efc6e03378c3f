import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type SandboxPayment, sandboxBooks, sandboxMeans, sandboxPayPage } from './sandbox.ts'

const style = `:root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:24px 16px}
button,a{display:block;box-sizing:border-box;width:100%;margin:12px 0;padding:14px 16px;border:1px solid #8886;border-radius:12px;font:inherit;color:inherit;background:none;text-align:left}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`

const plain = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function page({ id, amount, way, about, return_url: back }: SandboxPayment): string {
  const what = way === 'sbp' ? 'Счёт' : 'Карта'
  const choices = Object.entries(sandboxMeans).map(
    ([last4, { words }]) => `<button name="with" value="${last4}">${what} •• ${last4}: ${words}</button>`,
  )
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Песочница: оплата</title><style>${style}</style></head>
<body><main><h1>Касса, демонстрация</h1><p>${plain(about)}</p><p><b>${formatRoubles(kopecks(Number(amount)))}</b></p>
<p>На настоящей странице здесь платят картой или через СБП. Здесь всё выдуманное, деньги не списываются: выберите, чем «заплатить».</p>
<form method="post" action="${sandboxPayPage}?payment=${id}">${choices.join('\n')}</form>
<a href="${plain(back)}">Вернуться, не заплатив</a></main></body></html>`
}

/** The sandbox's page for paying: only where the sandbox takes the payments. It tells the product afterwards as a provider would, twice. */
export async function registerSandboxPayPage(app: FastifyInstance, { db, clock }: Platform): Promise<void> {
  const books = sandboxBooks(db, clock)
  const asked = async (query: unknown): Promise<SandboxPayment> => {
    const { payment } = query as { payment?: unknown }
    const row = typeof payment === 'string' ? await books.byId(payment) : undefined
    if (!row) throw fail('not_found')
    return row
  }

  async function notify(id: string): Promise<void> {
    const payload = { type: 'notification', event: 'payment.succeeded', object: { id } }
    for (const _ of ['first', 'again'])
      await app.inject({ method: 'POST', url: '/service/webhooks/payments/sandbox', payload })
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get(sandboxPayPage, { config: { limit: 'page' } }, async (request, reply) => {
      const row = await asked(request.query)
      if (row.paid_at || row.cancelled) return reply.redirect(row.return_url, 303)
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page(row))
    })
    // The form is this page’s own and the id cannot be guessed: there is no session that another site could use.
    scope.post(sandboxPayPage, { config: { limit: 'page', machine: true } }, async (request, reply) => {
      const row = await asked(request.query)
      const { with: means } = (request.body ?? {}) as { with?: unknown }
      const fate = typeof means === 'string' ? sandboxMeans[means] : undefined
      if (typeof means !== 'string' || !fate) throw fail('bad_request')
      await books.pay(row.id, means)
      if (!fate.silent) await notify(row.id)
      return reply.redirect(row.return_url, 303)
    })
  })
}
