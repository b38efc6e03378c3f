import { createHash } from 'node:crypto'
import type { Call } from '#contract/call.ts'
import { errorCatalogue } from '#contract/errors.ts'

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:24px 16px}
summary{cursor:pointer;padding:10px 0;overflow-wrap:anywhere}details{border-bottom:1px solid #8885}code{font-size:.9em}
.method{display:inline-block;min-width:4.5em;font-weight:700}pre{overflow:auto;padding:12px;background:#8882;border-radius:8px}`

/** Nothing but this page's own style. */
export const openApiPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

interface Operation {
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses?: object
}

function entry(call: Call, operation: Operation | undefined): string {
  const { parameters, requestBody, responses } = operation ?? {}
  const errors = call.errors.map((code) => `<li><code>${code}</code> (${errorCatalogue[code].http})</li>`).join('')
  const shown = JSON.stringify({ parameters, requestBody, responses }, null, 2)
  return `<details id="${call.name}"><summary><span class="method">${call.method}</span><code>${safe(call.path)}</code><br>${safe(call.about)}</summary>
<p>Who: ${call.who}${call.idempotent ? '; needs <code>Idempotency-Key</code>' : ''}.</p>${errors ? `<ul>${errors}</ul>` : ''}<pre>${safe(shown)}</pre></details>`
}

/** All calls on one page that needs no script and no other host. */
export function openApiPage(calls: readonly Call[], document: Readonly<Record<string, unknown>>): string {
  const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  const operationOf = ({ path, method }: Call) => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const of = (office: boolean) =>
    calls
      .filter(({ path }) => path.startsWith('/service/office') === office)
      .map((call) => entry(call, operationOf(call)))
      .join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calls</title><style>${style}</style></head><body><main><h1>Calls</h1>
<p>${calls.length} calls, from the schemas that check them; the same for programs: <a href="/service/openapi.json">openapi.json</a>.</p>
<h2>Borrower</h2>${of(false)}<h2>Office</h2>${of(true)}</main></body></html>`
}
