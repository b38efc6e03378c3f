import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the stand-in of an S3 store lets in. */
export const standInKeys = {
  id: 'ZAYAVKATEST',
  secret: 'a secret of the stand-in',
  region: 'us-east-1',
  bucket: 'evidence',
}

const pageSize = 3
const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Signature Version 4 worked out anew from what arrived: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signedRight(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const header = request.headers.authorization ?? ''
  const [, day, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=ZAYAVKATEST\/(\d{8})\/us-east-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})/.exec(
      header,
    ) ?? []
  if (!day || !signedHeaders || !signature) return false
  if (request.headers['x-amz-content-sha256'] !== sha(body)) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    sha(body),
  ].join('\n')
  const { region, secret } = standInKeys
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha(canonical)].join('\n')
  const key = mac(mac(mac(mac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
  return timingSafeEqual(mac(key, text), Buffer.from(signature, 'hex'))
}

/**
 * A small store that speaks the part of S3 the product uses, kept in memory. `faults` is the share of calls answered
 * with 503 or with a broken line, for drills.
 */
export async function startS3StandIn({ port = 0, faults = 0, random = Math.random } = {}) {
  const kept = new Map<string, { bytes: Buffer; at: Date }>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const url = new URL(request.url ?? '/', 'http://store')
    if (faults > 0 && random() < faults)
      return random() < 0.5 ? void response.writeHead(503).end() : void request.socket.destroy()
    if (!signedRight(request, url, body)) return void response.writeHead(403).end('SignatureDoesNotMatch')
    const [, bucket, key] = url.pathname.split('/')
    if (bucket !== standInKeys.bucket) return void response.writeHead(404).end('NoSuchBucket')
    if (!key) return void response.writeHead(200, { 'content-type': 'application/xml' }).end(listed(url))
    if (request.method === 'PUT') {
      kept.set(key, { bytes: body, at: new Date() })
      return void response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      kept.delete(key)
      return void response.writeHead(204).end()
    }
    const found = kept.get(key)
    if (!found) return void response.writeHead(404).end('NoSuchKey')
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return void response.writeHead(200).end(found.bytes)
    if (Number(from) >= found.bytes.length) return void response.writeHead(416).end()
    response.writeHead(206).end(found.bytes.subarray(Number(from), Number(to) + 1))
  })

  function listed(url: URL): string {
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...kept.keys()].sort().filter((key) => key > after)
    const page = keys.slice(0, pageSize)
    const more = keys.length > page.length
    const rows = page.map(
      (key) => `<Contents><Key>${key}</Key><LastModified>${kept.get(key)?.at.toISOString()}</LastModified></Contents>`,
    )
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: open } = server.address() as AddressInfo
  const { id, secret, bucket } = standInKeys
  return {
    kept,
    /** The environment of a server that keeps its files here. */
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${open}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: id,
      S3_SECRET_ACCESS_KEY: secret,
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}
