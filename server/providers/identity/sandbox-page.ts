import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/platform/failure.ts'
import type { IdentityProvider } from './port.ts'
import { sandboxSignInPage } from './sandbox.ts'
import { standInPersons } from './stand-in/persons.ts'
import type { StandIn } from './stand-in/provider.ts'

const style = `:root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:24px 16px}
button{display:block;box-sizing:border-box;width:100%;margin:12px 0;padding:14px 16px;border:1px solid #8886;border-radius:12px;font:inherit;color:inherit;background:none;text-align:left}`

/** The browser goes on to the app after the form, which is the same site. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`

const given = 'ФИО, дату рождения, пол, паспорт, адреса, СНИЛС и ИНН'

const buttons = standInPersons
  .map(({ oid, choice }) => `<button name="who" value="${oid}">${choice}</button>`)
  .join('\n')

const page = (request: string, biometric: boolean) => `<!doctype html><html lang="ru"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Песочница: вход через Госуслуги</title><style>${style}</style></head>
<body><main><h1>Госуслуги, демонстрация</h1><p>На настоящей странице здесь входят в Госуслуги${biometric ? ' и подтверждают личность по биометрии' : ''}. Здесь всё выдуманное: выберите, кем войти.</p>
<p>«Заявка» получит: ${given}.</p>
<form method="post" action="${sandboxSignInPage}?request_uri=${encodeURIComponent(request)}">${buttons}
<button name="who" value="cancel">Отказаться и вернуться</button>
<button name="who" value="away">Сделать вид, что Госуслуги не работают</button></form></main></body></html>`

const isSandbox = (provider: IdentityProvider): provider is IdentityProvider & { readonly standIn: Promise<StandIn> } =>
  'standIn' in provider

/** The page where one signs in at the stand-in: only where the sandbox is the provider. */
export async function registerSandboxIdentityPage(
  app: FastifyInstance,
  providers: readonly IdentityProvider[] = [],
): Promise<void> {
  const standIn = providers.find(isSandbox)?.standIn
  if (!standIn) return

  const asked = (query: unknown): string => {
    const { request_uri: uri } = query as { request_uri?: unknown }
    if (typeof uri !== 'string' || uri.length > 200) throw fail('not_found')
    return uri
  }

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get(sandboxSignInPage, { config: { limit: 'page' } }, async (request, reply) => {
      const uri = asked(request.query)
      const found = (await standIn).asked(uri)
      if (!found) throw fail('not_found')
      return reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(page(uri, found.level === 'biometric'))
    })
    // The form is this page’s own and the request cannot be guessed: there is no session that another site could use.
    scope.post(sandboxSignInPage, { config: { limit: 'page', machine: true } }, async (request, reply) => {
      const { who } = (request.body ?? {}) as { who?: unknown }
      const back = (await standIn).answered(asked(request.query), typeof who === 'string' ? who : '')
      if (!back) throw fail('not_found')
      return reply.redirect(back, 303)
    })
  })
}
