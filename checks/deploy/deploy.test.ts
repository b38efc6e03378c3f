import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { environment } from '#server/platform/environment.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

const alerts = read('deploy/alerts.yaml')
const dashboard = JSON.parse(read('deploy/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const expressions = [
  ...all(alerts, /expr: (.+)/g),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

/** Words of PromQL that are no metric: what is left when labels, strings and ranges are taken out. */
const language = new Set(
  'sum by le route min max rate increase histogram_quantile topk status instance state name trouble provider host cut up'.split(
    ' ',
  ),
)
const metricsOf = (expression: string) =>
  all(
    expression
      .replace(/\{[^}]*\}/g, ' ')
      .replace(/\[[^\]]*\]/g, ' ')
      .replace(/\d+e\d+/g, ' '),
    /\b([a-z_][a-z_]+)\b/g,
  ).filter((word) => !language.has(word))

onBothDatabases('what is watched', (open) => {
  test('every metric of the alerts and of the dashboard is one the server prints', async () => {
    const product = await openProduct(await open())
    await product.app.inject('/health/live')
    const { body } = await product.app.inject('/metrics')
    const printed = new Set(all(body, /^(?:# TYPE )?([a-z_]+)/gm))
    const wanted = new Set(expressions.flatMap(metricsOf))
    assert.ok(wanted.size > 8)
    assert.deepEqual(
      [...wanted].filter((name) => !printed.has(name)),
      [],
    )
    await product.close()
  })

  test('the metrics are read over the network with the token only', async () => {
    const metricsToken = 'a token of twenty-four characters or more'
    const { Secret } = await import('#server/platform/secret.ts')
    const product = await openProduct(await open({ config: { metricsToken: new Secret(metricsToken) } }))
    const ask = (authorization?: string) =>
      product.app.inject({
        url: '/metrics',
        remoteAddress: '10.89.0.20',
        headers: authorization === undefined ? {} : { authorization },
      })
    assert.equal((await ask()).statusCode, 404)
    assert.equal((await ask('Bearer another')).statusCode, 404)
    assert.equal((await ask(`Bearer ${metricsToken}`)).statusCode, 200)
    await product.close()
  })
})

describe('deployment files', () => {
  test('every alert says where its cure stands, and it stands there', () => {
    const sections = new Set(all(read('docs/operations.md'), /^### (.+)$/gm))
    const named = all(alerts, /runbook: docs\/operations\.md «(.+)»/g)
    assert.equal(named.length, all(alerts, /- alert: (.+)/g).length)
    assert.deepEqual(
      named.filter((name) => !sections.has(name)),
      [],
    )
  })

  test('compose.yaml says every name nginx.conf asks for', () => {
    const names = new Set(all(read('deploy/nginx.conf'), /\$\{([A-Z_]+)\}/g))
    const said = new Set(all(read('deploy/compose.yaml'), /^ {6}([A-Z_]+):/gm))
    assert.ok(names.size > 5)
    assert.deepEqual(
      [...names].filter((name) => !said.has(name)),
      [],
    )
  })

  test('the example of an environment names settings the server knows', () => {
    const known = Object.keys(environment.shape)
    const named = all(read('deploy/environment.example'), /^([A-Z0-9_]+)=/gm)
    const strange = named.filter((name) => !known.includes(name) && !/^(S3|PAYOUT|SMS|BUREAU)_/.test(name))
    assert.deepEqual(strange, ['POSTGRES_PASSWORD'])
  })
})
