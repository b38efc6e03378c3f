import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ProviderConfig } from '#server/platform/config.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { type FileStore, StoreAway } from './port.ts'

const name = /^[0-9a-f-]{36}$/
const answerMs = 5000
/** A line slower than this many bytes a millisecond is as good as none. */
const slowest = 500
const tries = 3

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const whyOf = (error: unknown): string => {
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? 'no answer'
}

const wanted = ['BUCKET', 'ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

/**
 * Files in a bucket of any store that speaks S3 (path-style addresses, Signature Version 4). The endpoint is the
 * lender's own and may be inside their network. https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export function s3Files({ settings }: ProviderConfig): FileStore {
  const missing = wanted.filter((key) => !settings[key])
  if (missing.length > 0) throw new StartRefused(`S3_${missing.join(', S3_')} is missing: set it beside S3_BUCKET`)
  const [bucket, endpoint, accessKeyId, secretAccessKey] = wanted.map((key) => settings[key]?.reveal() ?? '')
  if (!/^https?:\/\/[^/\s@?#]+(\/[^\s?#]*)?$/.test(endpoint ?? ''))
    throw new StartRefused('S3_ENDPOINT is to be an address such as http://store:8333: correct it in the environment')
  const folder = `${endpoint?.replace(/\/$/, '')}/${bucket}`
  const client = new AwsClient({
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    region: settings.REGION?.reveal() ?? 'us-east-1',
    service: 's3',
    retries: 0,
  })

  const addressOf = (file: string) => {
    if (!name.test(file)) throw new Error('the name of a stored file is its id')
    return `${folder}/${file}`
  }

  /** Every call may be made again: each of them means the same the second time. */
  async function call(
    url: string,
    init: { method: string; body?: Uint8Array; headers?: Record<string, string> },
    size = init.body?.length ?? 0,
  ) {
    const headers = { ...init.headers, 'x-amz-content-sha256': sha256(init.body ?? '') }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await client.fetch(url, {
          ...init,
          body: (init.body ?? null) as BodyInit | null,
          headers,
          signal: AbortSignal.timeout(answerMs + Math.ceil(size / slowest)),
        })
        if (answer.ok || answer.status === 404 || attempt === tries) return answer
        if (answer.status < 500 && answer.status !== 429) return answer
        await answer.body?.cancel()
      } catch (error) {
        const late = error instanceof Error && error.name === 'TimeoutError'
        // fetch says TypeError for whatever befell the connection.
        if (!late && !(error instanceof TypeError)) throw error
        if (late || attempt === tries) throw new StoreAway(`the file store cannot be reached: ${whyOf(error)}`)
      }
      await new Promise((go) => setTimeout(go, 100 * 3 ** attempt * (0.5 + Math.random())))
    }
  }

  const expect = (answer: Response, what: string): Response => {
    if (answer.ok) return answer
    const said = `the file store answered ${answer.status} to ${what}`
    throw answer.status === 404 ? new Error(said) : new StoreAway(said)
  }

  return {
    async write(file, bytes) {
      expect(await call(addressOf(file), { method: 'PUT', body: bytes }), 'a write')
    },

    async read(file, start, end) {
      if (end <= start) return Buffer.alloc(0)
      const range = { range: `bytes=${start}-${end - 1}` }
      const answer = await call(addressOf(file), { method: 'GET', headers: range }, end - start)
      if (answer.status === 416) return Buffer.alloc(0)
      const bytes = Buffer.from(await expect(answer, 'a read').arrayBuffer())
      return answer.status === 206 ? bytes : bytes.subarray(start, end)
    },

    async remove(file) {
      const answer = await call(addressOf(file), { method: 'DELETE' })
      if (answer.status !== 404) expect(answer, 'a removal')
    },

    async list(before) {
      const old: string[] = []
      let from = ''
      do {
        const token = from && `&continuation-token=${encodeURIComponent(from)}`
        const page = await expect(await call(`${folder}?list-type=2${token}`, { method: 'GET' }), 'a list').text()
        for (const content of page.split('<Contents>').slice(1)) {
          const key = tag(content, 'Key')
          if (name.test(key) && new Date(tag(content, 'LastModified')) < before) old.push(key)
        }
        from = tag(page, 'IsTruncated') === 'true' ? tag(page, 'NextContinuationToken') : ''
      } while (from)
      return old
    },
  }
}

/** Text of the first element of this name; the names asked for hold no other elements. */
const tag = (xml: string, named: string): string => xml.split(`<${named}>`)[1]?.split('<')[0] ?? ''
