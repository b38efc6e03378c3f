import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { ProviderConfig } from '#server/platform/config.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import type { FileStore } from './port.ts'

const name = /^[0-9a-f-]{36}$/
const callMs = 30_000
const tries = 4

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const wanted = ['BUCKET', 'ENDPOINT', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

/**
 * Files in a bucket of any store that speaks S3 (path-style addresses, Signature Version 4). The endpoint is the
 * lender's own and may be inside their network. https://docs.aws.amazon.com/AmazonS3/latest/API/
 */
export function s3Files({ settings }: ProviderConfig): FileStore {
  const missing = wanted.filter((key) => !settings[key])
  if (missing.length > 0) throw new StartRefused(`S3_${missing.join(', S3_')} is missing: set it beside S3_BUCKET`)
  const [bucket, endpoint, accessKeyId, secretAccessKey] = wanted.map((key) => settings[key]?.reveal() ?? '')
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
  async function call(url: string, init: { method: string; body?: Uint8Array; headers?: Record<string, string> }) {
    const headers = { ...init.headers, 'x-amz-content-sha256': sha256(init.body ?? '') }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await client.fetch(url, {
          ...init,
          body: (init.body ?? null) as BodyInit | null,
          headers,
          signal: AbortSignal.timeout(callMs),
        })
        if (answer.ok || answer.status === 404 || attempt === tries) return answer
        if (answer.status < 500 && answer.status !== 429) return answer
        await answer.body?.cancel()
      } catch (error) {
        if (attempt === tries) throw error
      }
      await new Promise((go) => setTimeout(go, 100 * 3 ** attempt * (0.5 + Math.random())))
    }
  }

  const expect = (answer: Response, what: string): Response => {
    if (!answer.ok) throw new Error(`the file store answered ${answer.status} to ${what}`)
    return answer
  }

  return {
    async write(file, bytes) {
      expect(await call(addressOf(file), { method: 'PUT', body: bytes }), 'a write')
    },

    async read(file, start, end) {
      if (end <= start) return Buffer.alloc(0)
      const range = { range: `bytes=${start}-${end - 1}` }
      const answer = await call(addressOf(file), { method: 'GET', headers: range })
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
        for (const [, content = ''] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const key = tag(content, 'Key')
          if (name.test(key) && new Date(tag(content, 'LastModified')) < before) old.push(key)
        }
        from = tag(page, 'IsTruncated') === 'true' ? tag(page, 'NextContinuationToken') : ''
      } while (from)
      return old
    },
  }
}

const tag = (xml: string, named: string): string => new RegExp(`<${named}>([^<]*)</${named}>`).exec(xml)?.[1] ?? ''
