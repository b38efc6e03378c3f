import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SentEvent {
  readonly exception?: { readonly values?: readonly { readonly type?: string; readonly value?: string }[] }
  readonly [name: string]: unknown
}

/** A stand-in of the error service, on the loopback: takes envelopes as the service does, and can be away for a while. */
export async function openErrorService() {
  const paths: string[] = []
  const headers: (string | undefined)[] = []
  const events: SentEvent[] = []
  let status = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      if (status !== 200) return
      paths.push(`${request.method} ${request.url}`)
      headers.push(request.headers['x-sentry-auth'] as string | undefined)
      const [, head, event] = Buffer.concat(parts).toString('utf8').split('\n')
      if (JSON.parse(head ?? '{}').type === 'event') events.push(JSON.parse(event ?? '{}'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    paths,
    headers,
    events,
    /** What was thrown, in the order it came. */
    messages: () => events.map(({ exception }) => exception?.values?.at(-1)?.value ?? ''),
    answers(now: number) {
      status = now
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
