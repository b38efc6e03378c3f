import type { Client } from '../e2e/client.ts'

export interface Sending {
  readonly request: string
  readonly step: number
  readonly bytes: Uint8Array
  readonly digits?: string
  readonly id?: string
}

const encode = (text: string) => Buffer.from(text).toString('base64')

const cookies = ({ jar }: Client) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** The tus protocol by hand, as a browser of the product's own page speaks it. */
export function openTus(url: string, client: Client) {
  const send = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(`${url}${path}`, {
      method,
      headers: { origin: url, cookie: cookies(client), 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
    })

  return {
    announce({ request, step, bytes, digits, id = crypto.randomUUID() }: Sending) {
      const fields = { id, request, step: String(step), ...(digits && { digits }) }
      const metadata = Object.entries(fields).map(([name, value]) => `${name} ${encode(value)}`)
      const headers = { 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') }
      return send('POST', '/service/uploads', headers).then((answer) => ({ id, answer }))
    },

    /** Bytes the server has; null: it knows no such upload of this person. */
    async offset(id: string): Promise<number | null> {
      const answer = await send('HEAD', `/service/uploads/${id}`, {})
      return answer.ok ? Number(answer.headers.get('upload-offset')) : null
    },

    patch: (id: string, offset: number, bytes: Uint8Array) =>
      send(
        'PATCH',
        `/service/uploads/${id}`,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        bytes,
      ),

    drop: (id: string) => send('DELETE', `/service/uploads/${id}`, {}),

    /** The whole way; answers the id and what the server said of the bytes. */
    async whole(sending: Sending) {
      const { id, answer } = await this.announce(sending)
      if (answer.status !== 201) return { id, status: answer.status, body: await answer.json() }
      await this.patch(id, 0, sending.bytes)
      const { status, body } = await client.call('POST', `/service/uploads/${id}/finish`)
      return { id, status, body }
    },
  }
}
