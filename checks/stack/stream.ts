import type { Client } from '../e2e/client.ts'

/** One person's live stream on one server, as a browser holds it; `told` are the ids it said changed. */
export async function openStream(url: string, { jar }: Client) {
  const stop = new AbortController()
  const answer = await fetch(`${url}/service/live`, {
    headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    signal: stop.signal,
  })
  if (answer.status !== 200 || !answer.body) throw new Error(`the stream answered ${answer.status}`)
  const told: string[] = []
  const reading = (async () => {
    for await (const bytes of answer.body as AsyncIterable<Uint8Array>)
      for (const [, id = ''] of Buffer.from(bytes)
        .toString('utf8')
        .matchAll(/data: {"id":"([^"]+)"[^}]*}/g))
        told.push(id)
  })().catch(() => undefined)
  return {
    told,
    async close() {
      stop.abort()
      await reading
    },
  }
}
