import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/platform/failure.ts'
import { sandboxCardPage } from './sandbox.ts'

const style = `:root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:24px 16px}
a{display:block;margin:12px 0;padding:14px 16px;border:1px solid #8886;border-radius:12px}`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`

/** Invented cards; the last two digits steer the sandbox (sandbox.ts). */
const cards = [
  ['4400', 'деньги дойдут'],
  ['4402', 'банк не найдёт получателя'],
  ['4404', 'банк не примет перевод'],
  ['4411', 'ответ банка потеряется, потом деньги дойдут'],
  ['4412', 'деньги будут идти десять секунд'],
] as const

const page = (state: string) => `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Песочница: выбор карты</title><style>${style}</style></head>
<body><main><h1>Страница банка, демонстрация</h1>
<p>На настоящей странице здесь вводят номер карты, и к кредитору он не попадает. Здесь карты выдуманные: выберите одну.</p>
${cards.map(([last4, fate]) => `<a href="/step32#card=sandbox-card.${last4}:${last4}&amp;state=${state}">Карта •• ${last4}: ${fate}</a>`).join('\n')}
<a href="/step32">Вернуться без карты</a></main></body></html>`

/** The sandbox rail's page for naming a card: only where the sandbox is the rail. */
export function registerSandboxCardPage(app: FastifyInstance): void {
  app.get(sandboxCardPage, { config: { limit: 'page' } }, async (request, reply) => {
    const { state } = request.query as { state?: unknown }
    if (typeof state !== 'string' || !/^[\w-]{8,64}$/.test(state)) throw fail('bad_request')
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page(state))
  })
}
