import type { Outbound } from '#server/platform/outbound.ts'

type Init = { readonly method?: string; readonly headers?: HeadersInit; readonly body?: unknown }

/** What libraries call `fetch`, by the only way out there is: its bounds hold, and there is no redirect. */
export const fetchThrough =
  (outbound: Outbound) =>
  async (url: string | URL, { method, headers, body }: Init = {}): Promise<Response> => {
    const sent = body === undefined || body === null ? undefined : String(body)
    const reply = await outbound({
      url: String(url),
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(sent !== undefined && { body: sent }),
    })
    const type = reply.headers['content-type']
    return new Response(new Uint8Array(reply.bytes), {
      status: reply.status,
      ...(type && { headers: { 'content-type': type } }),
    })
  }
