import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { isLoopback, isOwnAddress, isPublicAddress } from './addresses.ts'

export type OutboundCode =
  | 'outbound_refused'
  | 'outbound_unreachable'
  | 'outbound_timeout'
  | 'outbound_too_large'
  | 'outbound_malformed'

/** A call to a provider that did not bring a usable reply. Names the host, never the path or what was sent. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly code: OutboundCode

  constructor(code: OutboundCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What a line of its own needs: our certificate with its key, authorities beside the usual ones. PEM, read at start. */
export interface OutboundTls {
  cert?: string
  key?: string
  ca?: string
}

export interface OutboundCall {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as it is; an object is sent as JSON. */
  body?: string | Buffer | object
  /** Nobody wants the body of the reply: it is not read, whatever it is. */
  statusOnly?: boolean
  /** Milliseconds for the whole call, 10 000 unless told; never more than 10 000. */
  timeout?: number
  /** Bytes of the reply, 1 MB unless told. */
  largest?: number
  tls?: OutboundTls
}

export interface OutboundReply {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  /** The body as it came. */
  bytes: Buffer
  /** The body as JSON, not yet checked by a schema. Throws OutboundError `outbound_malformed`. */
  json(): unknown
}

export type Outbound = (call: OutboundCall) => Promise<OutboundReply>

export type Resolve = (host: string) => Promise<string[]>

const longest = 10_000
const largest = 1_048_576

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

function refuse(host: string, why: string): never {
  throw new OutboundError('outbound_refused', `The call to ${host} was refused: ${why}`)
}

/** Where calls may go. */
export interface OutboundRules {
  readonly production: boolean
  /** Origins of the lender's own services, `https://scoring.lender.internal:8443`: they may stand at private addresses, without TLS too. */
  readonly privateServices?: readonly string[]
}

/** Names that lead nowhere but to this machine are allowed for stand-ins of providers, outside production only. */
async function addressFor(url: URL, resolve: Resolve, rules: OutboundRules): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.username || url.password) refuse(host, 'the address carries a name or a password')
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => [])
  const first = addresses[0]
  if (!first) throw new OutboundError('outbound_unreachable', `The name ${host} was not found`)
  if (!rules.production && addresses.every(isLoopback) && /^https?:$/.test(url.protocol)) return first
  if (rules.privateServices?.includes(url.origin) && addresses.every(isOwnAddress)) return first
  if (url.protocol !== 'https:') refuse(host, 'only https is allowed')
  // One private address among public ones is enough: it is how rebinding starts.
  if (!addresses.every(isPublicAddress)) refuse(host, 'its address is not public')
  return first
}

function parseJson(host: string, text: string): unknown {
  try {
    // A key "__proto__" from outside must not reach code that copies objects.
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    throw new OutboundError('outbound_malformed', `The reply of ${host} is not JSON`)
  }
}

function replyOf(url: URL, { statusCode = 0, headers }: http.IncomingMessage, bytes: Buffer): OutboundReply {
  const text = () => bytes.toString('utf8')
  return {
    status: statusCode,
    headers,
    bytes,
    get text() {
      return text()
    },
    json: () => parseJson(url.hostname, text()),
  }
}

function send(url: URL, address: string, call: OutboundCall, signal: AbortSignal): Promise<OutboundReply> {
  const isText = call.body === undefined || typeof call.body === 'string' || Buffer.isBuffer(call.body)
  const body = isText ? (call.body as string | Buffer | undefined) : JSON.stringify(call.body)
  // The connection goes to the address that was checked, whatever the name says by now; TLS still checks the name.
  const pinned: LookupFunction = (_host, options, done) => {
    const family = isIP(address)
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const client = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const request = client.request(url, {
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(isText ? {} : { 'content-type': 'application/json' }),
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...call.headers,
      },
      agent: false,
      lookup: pinned,
      signal,
      ...(call.tls && { ...call.tls, ...(call.tls.ca && { ca: [...rootCertificates, call.tls.ca] }) }),
    })
    const fail = (code: OutboundCode, why: string) => {
      reject(new OutboundError(code, `The call to ${url.hostname} failed: ${why}`))
      request.destroy()
    }
    request.on('error', (error: NodeJS.ErrnoException) =>
      signal.aborted
        ? fail('outbound_timeout', 'no reply in time')
        : fail('outbound_unreachable', error.code ?? 'no connection'),
    )
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) return fail('outbound_refused', 'the reply is a redirect')
      if (call.statusOnly) {
        resolve(replyOf(url, response, Buffer.alloc(0)))
        return request.destroy()
      }
      if (!/^(identity)?$/.test(response.headers['content-encoding'] ?? '')) {
        return fail('outbound_malformed', 'the reply is compressed')
      }
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > (call.largest ?? largest)) fail('outbound_too_large', 'the reply is larger than it may be')
        else parts.push(part)
      })
      response.on('error', () =>
        fail(signal.aborted ? 'outbound_timeout' : 'outbound_unreachable', 'the reply broke off'),
      )
      response.on('end', () => resolve(replyOf(url, response, Buffer.concat(parts))))
    })
    request.end(body)
  })
}

/**
 * The only way out to providers: https, 10 s, 1 MB, no redirects, no compression, no address that is not public but those of the lender's own
 * named services; the address that was checked is the one connected to. Any HTTP status but a redirect is a reply. Throws OutboundError.
 */
export function openOutbound({ resolve = systemResolve, ...rules }: OutboundRules & { resolve?: Resolve }): Outbound {
  return async (call) => {
    const url = URL.parse(call.url)
    if (!url) throw new OutboundError('outbound_refused', 'The address of a provider is not a URL')
    const signal = AbortSignal.timeout(Math.min(call.timeout ?? longest, longest))
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () =>
        reject(new OutboundError('outbound_timeout', `The call to ${url.hostname} failed: no reply in time`)),
      )
    })
    const work = addressFor(url, resolve, rules).then((address) => send(url, address, call, signal))
    return Promise.race([work, late])
  }
}
