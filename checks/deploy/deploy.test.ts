import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { environment } from '#server/platform/environment.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { findPromtool } from './promtool.ts'

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
  'sum by le route min max rate increase histogram_quantile topk status instance state name trouble provider host cut up part kind ignoring'.split(
    ' ',
  ),
)
const metricsOf = (expression: string) =>
  all(
    expression
      .replace(/\{[^}]*\}/g, ' ')
      .replace(/\[[^\]]*\]/g, ' ')
      .replace(/\d+e\d+/g, ' '),
    /\b([a-z_][a-z_\d]+)\b/g,
  ).filter((word) => !language.has(word))

onBothDatabases('what is watched', (open) => {
  test('every metric of the alerts and of the dashboard is one the server prints', async () => {
    const product = await openProduct(await open())
    await product.app.inject('/health/live')
    const { body } = await product.app.inject('/metrics')
    const printed = new Set(all(body, /^(?:# TYPE )?([a-z_\d]+)/gm))
    const wanted = new Set(expressions.flatMap(metricsOf))
    assert.ok(wanted.size > 8)
    assert.deepEqual(
      [...wanted].filter((name) => !printed.has(name)),
      [],
    )
    await product.close()
  })

  test('I11: promtool has nothing to say about what a server prints', async (context) => {
    const promtool = findPromtool()
    if (!promtool) return context.skip('promtool is not here')
    const product = await openProduct(await open())
    await product.app.inject('/health/live')
    await product.browser().signUp('+79161234567')
    const { body } = await product.app.inject('/metrics')
    assert.deepEqual(promtool(['check', 'metrics'], body), { code: 0, said: '' })
    const described = (kind: string) => new Set(all(body, new RegExp(`^# ${kind} (\\S+) .+`, 'gm')))
    const families = new Set(
      all(body, /^([a-z_\d]+)/gm).map((name) => name.replace(/^(http_request_duration_seconds)_\w+$/, '$1')),
    )
    for (const kind of ['HELP', 'TYPE'])
      assert.deepEqual(
        [...families].filter((name) => !described(kind).has(name)),
        [],
        kind,
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

  test('I11: the alarms are rules Prometheus takes', (context) => {
    const promtool = findPromtool()
    if (!promtool) return context.skip('promtool is not here')
    const { code, said } = promtool([
      'check',
      'rules',
      fileURLToPath(new URL('../../deploy/alerts.yaml', import.meta.url)),
    ])
    assert.equal(code, 0, said)
    assert.match(said, /SUCCESS: \d+ rules found/)
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

  test('I8: every image is pinned, the product’s Node is the lock file’s, and it is in the image once', () => {
    const images = all(read('deploy/compose.yaml'), /^ {4}image: (\S+)/gm)
    assert.ok(images.length > 5)
    assert.deepEqual(
      images.filter((image) => !/:v?\d+\.\d+/.test(image)),
      [],
    )
    const file = read('deploy/Containerfile')
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
    assert.deepEqual(all(file, /^FROM node:(\S+)/gm), Array(2).fill(`${dependencies.node}-bookworm-slim`))
    assert.match(file, /rm -rf node_modules\/node /)
    assert.match(file, /HEALTHCHECK[\s\S]*health\/ready/)
  })

  test('I8: secrets of the page are kept out of the image and of the repository', () => {
    const secret = all(
      read('docs/operations.md'),
      /(?:> |cp deploy\/environment\.example |-o 1000 |mkdir -p )(deploy\/[\w-]+)/g,
    )
    assert.ok(secret.length >= 4)
    for (const list of ['.dockerignore', '.gitignore']) {
      const ignored = read(list)
        .split('\n')
        .map((line) => line.replace(/^\/|\/$/g, ''))
      assert.deepEqual(
        secret.filter((path) => !ignored.includes(path)),
        [],
        list,
      )
    }
  })

  test('I8: alarms reach somebody, and the files every service mounts are there', () => {
    const compose = read('deploy/compose.yaml')
    const address = /targets: \[(alertmanager:\d+)\]/.exec(read('deploy/prometheus.yaml'))?.[1]
    assert.equal(address, 'alertmanager:9093')
    assert.match(compose, /^ {2}alertmanager:$/m)
    const receivers = new Set(all(read('deploy/alertmanager.yaml'), /^ {2}- name: (\S+)/gm))
    for (const name of all(read('deploy/alertmanager.yaml'), /receiver: (\S+)/g)) assert.ok(receivers.has(name), name)
    const names = new Set(all(alerts, /- alert: (\S+)/g))
    for (const text of all(read('deploy/alertmanager.yaml'), /alertname=~?"([^"]+)"/g))
      for (const name of text.split('|')) assert.ok(names.has(name), name)
    const backup = compose.slice(compose.indexOf('  backup:'), compose.indexOf('  server-a:'))
    assert.match(backup, /\.\/backups:\/backups$/m)
  })

  test('the example of an environment names settings the server knows', () => {
    const known = Object.keys(environment.shape)
    const named = all(read('deploy/environment.example'), /^([A-Z0-9_]+)=/gm)
    const strange = named.filter((name) => !known.includes(name) && !/^(S3|PAYOUT|PAYMENT|SMS|BUREAU)_/.test(name))
    assert.deepEqual(strange, ['POSTGRES_PASSWORD'])
  })
})
