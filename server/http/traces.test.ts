import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openClient } from '#checks/e2e/client.ts'
import { runServer } from '#checks/e2e/server.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}

/** A collector that keeps what it is sent. */
async function collector() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    if (request.url === '/v1/traces') bodies.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
}

const phone = '9165550177'
const theirs = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = { traceparent: `00-${theirs}-00f067aa0ba902b7-01` }

test('I15: a collector gets calls, jobs and queries as spans of one trace, and nothing personal', async () => {
  const there = await collector()
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: there.endpoint, TRUSTED_PROXIES: '127.0.0.1' }
  const server = await runServer({ env })
  try {
    const client = openClient(server.url)
    await client.signUp(phone)
    const missing = await client.call('GET', '/service/requests/none', undefined, traceparent)
    assert.equal((missing.body as { error: { traceId: string } }).error.traceId, theirs)
    const until = performance.now() + 10_000
    const found = (name: string) => there.spans().find((span) => span.name === name)
    while (!(found('job message.send') && found('GET /service/requests/:id')) && performance.now() < until)
      await sleep(100)

    const signIn = there
      .spans()
      .filter(({ name }) => name === 'POST /service/auth/session')
      .at(-1)
    assert.ok(signIn)
    assert.equal(signIn.kind, 2)
    assert.ok(BigInt(signIn.endTimeUnixNano) > BigInt(signIn.startTimeUnixNano))
    const within = there
      .spans()
      .filter((span) => span.traceId === signIn.traceId && span.parentSpanId === signIn.spanId)
    assert.ok(
      within.some(({ name }) => name === 'insert client'),
      within.map(({ name }) => name).join(', '),
    )
    const job = found('job message.send')
    assert.equal(job?.kind, 5)
    for (let n = 0; n < 50 && !there.spans().some(({ name }) => name.startsWith('sweep ')); n += 1) await sleep(100)
    const roots = new Map<string, string[]>()
    for (const { traceId, parentSpanId, name } of there.spans())
      if (!parentSpanId) roots.set(traceId, [...(roots.get(traceId) ?? []), name])
    assert.deepEqual(
      [...roots.values()].filter((names) => names.length > 1),
      [],
      'a trace has one root',
    )
    assert.match(there.text(), /"key":"service\.instance\.id","value":\{"stringValue":"[\da-f-]{36}"/)
    const handed = found('GET /service/requests/:id')
    assert.deepEqual([handed?.traceId, handed?.parentSpanId], [theirs, '00f067aa0ba902b7'])
    assert.doesNotMatch(there.text(), new RegExp(`${phone}|111111|insert into`))
  } finally {
    await server.stop()
    await there.stop()
  }
})

onBothDatabases('traces', (open) => {
  test('a stranger’s traceparent is not taken; every error answer names a trace', async () => {
    const product = await openProduct(await open())
    const { body } = await product.browser().call('GET', '/service/requests/none', undefined, traceparent)
    const { traceId } = (body as { error: { traceId: string } }).error
    assert.match(traceId, /^[0-9a-f]{32}$/)
    assert.notEqual(traceId, theirs)
  })
})
