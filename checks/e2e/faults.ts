import { basename } from 'node:path'
import type { BrowserContext, Page, Request, Route } from 'playwright-core'

/** What a test knows will go wrong, said before it does: an answer of this status from such an address, or what is written of it. */
export interface Announced {
  /** With `url`; of any of them, where several are right. */
  readonly status?: number | readonly number[]
  readonly url?: RegExp
  /** A line of the console, or the message of a script error. */
  readonly says?: RegExp
  /** How many such answers; any number unless told. */
  readonly times?: number
}

/** Whoever is not signed in is told so by 401, as the customer's text has it. */
const stranger: Announced = { status: 401, url: /\/authenticated$/ }

const sessionCookie = '__Host-zayavka'

const watches = new WeakMap<BrowserContext, (announced: Announced) => void>()

/** Says beforehand what the pages of this person will meet. */
export function announces(who: Page | BrowserContext, announced: Announced): void {
  const announce = watches.get('context' in who ? who.context() : who)
  if (!announce) throw new Error('nobody watches this person')
  announce(announced)
}

/** What Playwright says of a page, a context or a browser that was closed meanwhile. */
const hasGone = /been disposed|context disposed|has been closed|Target closed/

const everybody: Announced[] = []

/** For a whole file that breaks answers: what the app writes of them, whoever meets it. */
export function announcesForAll(...announced: readonly Announced[]): void {
  everybody.push(...announced)
}

/** Files that have not announced what they break themselves: held to everything but answers of 400 to 499. New files do not come in here. */
const lenient = new Set(
  `change-cost configuration-faults eachStep fault-matrix filling firefox gallery lan life memory motion office-desk payloads
  payloads-office reports seeded stack tour walks`
    .split(/\s+/)
    .map((name) => `${name}.test.ts`),
)
const strict = !lenient.has(basename(process.argv[1] ?? ''))
/** What the browser and the app write for answers nobody announced, where they need not be. */
const ofAnswers = [/status of 4\d\d/, /^signIn signIn failed/]

/** Everything that went wrong in this file, whether or not its test asked: such a file has failed. */
const everybodys: string[] = []
// Not a hook, whose failure would keep the hooks after it from ending the server and the browser.
process.once('exit', () => {
  if (!strict || everybodys.length === 0) return
  console.error(`faults nobody announced, of all people of this file:\n${everybodys.join('\n')}`)
  process.exitCode = 1
})

/**
 * Writes down what no screen may do: script errors, policy violations, calls to other hosts, errors in the console, and every answer of
 * 400 and above that was not announced. What a test itself answers in the place of the server it need not announce.
 */
export function watch(context: BrowserContext, url: string): string[] {
  const faults: string[] = []
  const known = everybody.map((announced) => ({ announced, left: announced.times ?? Number.POSITIVE_INFINITY }))
  const faked = new WeakSet<Request>()
  const judged = new Set<string>()
  const cut = new Set<string>()
  let signedIn = false
  let offline = false
  /** A page whose session a test takes away, or that signs out, asks for what it shows a moment longer. */
  let takenAway = false

  const fault = (text: string) => {
    faults.push(text)
    everybodys.push(text)
  }
  const said = (text: string) =>
    known.some(({ announced }) => announced.says?.test(text)) ||
    (!strict && ofAnswers.some((pattern) => pattern.test(text)))
  const wasAnnounced = (status: number, address: string) => {
    if (takenAway && status === stranger.status) return true
    if (!signedIn && status === stranger.status && stranger.url?.test(address)) return true
    const found = known.find(
      ({ announced, left }) =>
        left > 0 && [announced.status].flat().includes(status) && (announced.url?.test(address) ?? false),
    )
    if (found) found.left -= 1
    return found !== undefined
  }

  watches.set(context, (announced) => known.push({ announced, left: announced.times ?? Number.POSITIVE_INFINITY }))

  /** The test's own answer, or none, in the place of the server's. */
  const fakes = (route: Route): Route => {
    const [fulfill, abort] = [route.fulfill.bind(route), route.abort.bind(route)]
    route.fulfill = (given) => {
      faked.add(route.request())
      return fulfill(given)
    }
    route.abort = (code) => {
      cut.add(route.request().url())
      return abort(code)
    }
    return route
  }
  const watchRoutes = (place: Page | BrowserContext) => {
    const set: Page['route'] = place.route.bind(place)
    place.route = (address, handler, options) =>
      set(
        address,
        async (route, request) => {
          try {
            await handler(fakes(route), request)
          } catch (cause) {
            // A call under way when its page is closed: nobody waits for the answer any more.
            if (!(cause instanceof Error && hasGone.test(cause.message))) throw cause
          }
        },
        options,
      )
  }
  watchRoutes(context)
  context.on('page', watchRoutes)
  const addCookies = context.addCookies.bind(context)
  context.addCookies = (cookies) => {
    signedIn ||= cookies.some(({ name }) => name === sessionCookie)
    return addCookies(cookies)
  }
  const clearCookies = context.clearCookies.bind(context)
  context.clearCookies = (which) => {
    takenAway = true
    return clearCookies(which)
  }
  const setOffline = context.setOffline.bind(context)
  context.setOffline = (now) => {
    offline ||= now
    return setOffline(now)
  }

  context.on('response', (response) => {
    const [request, status, address] = [response.request(), response.status(), response.url()]
    if (address.endsWith('/service/auth/session') && status < 300) {
      signedIn = request.method() === 'POST'
      takenAway ||= !signedIn
    }
    if (status < 400 || !strict) return
    judged.add(`${status} ${address}`)
    if (faked.has(request) || wasAnnounced(status, address)) return
    fault(`answer: ${status} to ${request.method()} ${address.replace(url, '')}`)
  })
  context.on('weberror', (error) => {
    const { message } = error.error()
    if (!said(message)) fault(`script: ${message}`)
  })
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const text = message.text()
    const address = message.location().url
    // The browser's own word for an answer judged above, and for a line the test has cut.
    const status = /Failed to load resource: .* status of (\d+)/.exec(text)?.[1]
    if (status && judged.has(`${status} ${address}`)) return
    if (/net::ERR_/.test(text) && (cut.has(address) || (offline && /INTERNET_DISCONNECTED/.test(text)))) return
    if (!said(text)) fault(`console: ${text}`)
  })
  context.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) fault(`foreign host: ${request.url()}`)
  })
  return faults
}
