import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandRule } from '#contract/brandColours.ts'
import { isDevMode } from '#contract/devMode.ts'
import type { PublicLender } from '#contract/lender.ts'
import { isOfficePage, pagePaths } from '#contract/routes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Random } from '#server/platform/random.ts'
import { pagePermissions, pagePolicy, trialPolicy, workerPolicy } from './headers.ts'

const packed = promisify(brotliCompress)
const quickly = { [constants.BROTLI_PARAM_QUALITY]: 5 }

export const builtFolder = fileURLToPath(new URL('../../dist', import.meta.url))

/** Pages of the borrower's app, as it was built; anything else gets its route error screen with status 404. */
function builtPages(): ReadonlySet<string> {
  const manifest: object = JSON.parse(readFileSync(join(builtFolder, '.vite/manifest.json'), 'utf8'))
  return new Set(pagePaths(Object.keys(manifest)))
}

/** Safe inside a script element: nothing in it can end the element. */
const embedded = (value: unknown) =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/[\u2028\u2029]/g, '')

interface DrawnStart {
  readonly html: string
  readonly script: string
}

interface Page {
  /** Content-Security-Policy */
  policy(nonce: string, dev: boolean): string
  /** `start` is the start screen drawn ahead and its script, for `/` only. */
  render(nonce: string, start?: DrawnStart): string
}

/**
 * The styles of the first screen stand in the page itself: it is drawn without waiting for another answer. The link stays, switched
 * off and so not fetched, for the loader of further screens, which would else fetch the same styles and put them after theirs.
 */
function stylesWithin(html: string): string {
  return html.replace(/<link rel="stylesheet" crossorigin href="(\/[^"<]+)">/g, (link, path: string) => {
    const styles = readFileSync(join(builtFolder, path), 'utf8')
    return `<style>${styles}</style>${link.replace('<link', '<link disabled')}`
  })
}

/** What is to be seen stands before the programs: asked for first, they would hold the first paint up by a tenth. */
function programsLast(html: string): string {
  const programs = /\n? {0,8}<(?:script type="module"|link rel="modulepreload")[^<>]*>(?:<\/script>)?/g
  return html.replace(programs, '').replace('</body>', () => `${(html.match(programs) ?? []).join('')}\n  </body>`)
}

/** What a search engine shows under the address: who it is and what there is to read, no offer (38-ФЗ asks more of one). */
const description = ({ legal }: PublicLender) =>
  `${legal.shortName}: онлайн-заявка на заём, тарифы, документы, ответы на вопросы. Рег. номер ${legal.registryNumber} в реестре Банка России.`

const attributeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Cuts a built page where the nonce goes, once; the lender's public configuration is put in as data. */
function preparePage(
  file: string,
  data: { readonly lender: PublicLender } & Record<string, unknown>,
  policy = pagePolicy,
): Page {
  const scripts = Object.entries(data).map(
    ([id, value]) => `<script type="application/json" id="${id}">${embedded(value)}</script>`,
  )
  // the lender's colours are there with the first pixel, before any script
  const about = `<meta name="description" content="${attributeText(description(data.lender))}">`
  const colours = `<style>${brandRule(data.lender.brand)}</style>`
  const html = programsLast(stylesWithin(readFileSync(file, 'utf8')))
    .replace(/ nonce(="[^"]*")?(?=[\s>])/g, '')
    .replace('</head>', () => `<meta property="csp-nonce" nonce="%nonce%">${about}${colours}${scripts.join('')}</head>`)
    .replace(/<(script|style|link)(?=[\s>])/g, '<$1 nonce="%nonce%"')
  const pieces = html.split('%nonce%')
  return {
    policy,
    render: (nonce, start) =>
      pieces
        .join(nonce)
        .replace('<!--start-->', () => start?.html ?? '')
        // after the text of the page, before its other scripts
        .replace('<!--alive-->', () => (start ? `<script nonce="${nonce}">${start.script}</script>` : '')),
  }
}

const isDev = (request: FastifyRequest) => {
  const query = request.query as Record<string, unknown>
  const asked = [query.dev].flat()[0]
  return isDevMode(typeof asked === 'string' ? asked : undefined, request.cookies.dev)
}

type RenderStart = (lender: PublicLender, now: Date) => string

/** Draws the start screen once an hour, and when its prices change: what it says changes with the day and the office hours. */
async function startScreen(lender: () => PublicLender, clock: Clock): Promise<() => DrawnStart | undefined> {
  const file = join(builtFolder, 'ssr/prerender.js')
  if (!existsSync(file)) return () => undefined
  const script = readFileSync(join(builtFolder, 'ssr/alive.js'), 'utf8').trim()
  const { renderStart } = (await import(pathToFileURL(file).href)) as { renderStart: RenderStart }
  let drawn: { hour: number; of: PublicLender; html: string } | undefined
  return () => {
    const now = clock.now()
    const hour = Math.floor(now.getTime() / 3600_000)
    const of = lender()
    if (drawn?.hour !== hour || drawn.of !== of) drawn = { hour, of, html: renderStart(of, now) }
    return { html: drawn.html, script }
  }
}

interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly random: Random
  /** As it is now; the same object until something of it changes. */
  readonly lender: () => PublicLender
  readonly release: string
}

/** Serves the built apps: hashed assets for ever, pages fresh with a nonce each. */
export async function registerPages(app: FastifyInstance, { config, clock, random, lender, release }: Parts) {
  if (!existsSync(join(builtFolder, 'client/index.html'))) return
  const pages = builtPages()
  const settings = { release, production: config.production }

  /** A page made anew when what it holds of the lender is another. */
  function pageOf(file: string, policy?: Page['policy']): () => Page {
    let made: { readonly of: PublicLender; readonly page: Page } | undefined
    return () => {
      const of = lender()
      if (made?.of !== of) made = { of, page: preparePage(file, { lender: of, settings }, policy) }
      return made.page
    }
  }

  const client = pageOf(join(builtFolder, 'client/index.html'))
  const start = await startScreen(lender, clock)
  const officeFile = join(builtFolder, 'office/index.html')
  const office = existsSync(officeFile) ? pageOf(officeFile) : client

  await app.register(fastifyStatic, {
    root: builtFolder,
    serve: false,
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    cacheControl: false,
  })

  const forEver = { maxAge: '365d', immutable: true, cacheControl: true }
  const asset = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    return path.endsWith('/') || path.includes('/.') ? reply.callNotFound() : reply.sendFile(path, builtFolder, forEver)
  }
  const page = { config: { limit: 'page' } } as const
  app.get('/assets/:file', page, asset)
  app.get('/office/assets/:file', page, asset)
  for (const file of ['favicon.svg', 'robots.txt', 'manifest.webmanifest', 'sw.js']) {
    if (existsSync(join(builtFolder, file))) {
      app.get(`/${file}`, page, (_request, reply) =>
        reply
          .headers({
            'cache-control': 'no-cache',
            ...(file === 'sw.js' && { 'content-security-policy': workerPolicy }),
          })
          .sendFile(file),
      )
    }
  }

  async function send(
    page: () => Page,
    status: number,
    request: FastifyRequest,
    reply: FastifyReply,
    drawn?: DrawnStart,
  ) {
    const nonce = random.token().slice(0, 22)
    const { policy, render } = page()
    reply
      .code(status)
      .header('content-security-policy', policy(nonce, isDev(request)))
      .header('permissions-policy', pagePermissions)
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
    const text = render(nonce, drawn)
    // Nothing secret of the person stands in a page, so packing gives nothing away.
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(text)
    return reply.header('content-encoding', 'br').send(await packed(text, { params: quickly }))
  }

  app.get('/office', page, (_request, reply) => reply.redirect('/office/', 308))
  app.get('/office/', page, (request, reply) => send(office, 200, request, reply))
  app.get('/office/*', page, (request, reply) =>
    wantsPage(request) ? send(office, isOfficePage(below(request)) ? 200 : 404, request, reply) : reply.callNotFound(),
  )
  if (lender().flow.trial) {
    const trial = pageOf(join(builtFolder, 'client/trial.html'), trialPolicy)
    app.get('/trial', page, (request, reply) => send(trial, 200, request, reply))
    app.get('/trial/*', page, (request, reply) =>
      wantsPage(request) ? send(trial, 200, request, reply) : reply.callNotFound(),
    )
  }
  app.get('/*', page, (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (pages.has(path)) return send(client, 200, request, reply, path === '/' ? start() : undefined)
    // one page, one address
    const plain = path.replace(/\/$/, '')
    if (pages.has(plain)) return reply.redirect(plain + request.url.slice(path.length), 308)
    if (wantsPage(request) && !/^\/(service|health|assets|metrics)(\/|$)/.test(path))
      return send(client, 404, request, reply)
    return reply.callNotFound()
  })
}

const below = (request: FastifyRequest) => (request.url.split('?')[0] ?? '').slice('/office'.length)

/** A person's browser going somewhere, not a program fetching something. */
const wantsPage = (request: FastifyRequest) =>
  /text\/html/.test(request.headers.accept ?? '') && !/\.[a-z0-9]+$/i.test(request.url.split('?')[0] ?? '')
