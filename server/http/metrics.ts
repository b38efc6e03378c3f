import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Secret } from '#server/platform/secret.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Metrics are for the machine itself, and for who shows the token: anybody else sees nothing there. */
const isLocal = (request: FastifyRequest) =>
  loopback.test(request.socket.remoteAddress ?? '') && request.headers['x-forwarded-for'] === undefined

/** The digests are compared: they are of one length, whatever was shown. */
function showsToken({ headers }: FastifyRequest, token: Secret | undefined): boolean {
  if (!token) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token.reveal()}`))
}

export function registerMetrics(app: FastifyInstance, { metrics, jobs, database, config }: Platform) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.request(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  metrics.gauge('jobs', 'Jobs by kind and state', async () => {
    const counts = await jobs.counts()
    return counts.flatMap(({ name, waiting, running, failed }) => [
      { labels: { name, state: 'waiting' }, value: waiting },
      { labels: { name, state: 'running' }, value: running },
      { labels: { name, state: 'failed' }, value: failed },
    ])
  })

  metrics.gauge('jobs_oldest_seconds', 'How long the oldest job that is due has waited, by kind', async () =>
    (await jobs.counts()).map(({ name, oldestSeconds }) => ({ labels: { name }, value: oldestSeconds })),
  )

  metrics.gauge(
    'database_pool_connections',
    'Connections of the working pool; waiting: callers without one',
    async () => {
      const { open, idle, waiting } = database.pool?.() ?? { open: 1, idle: 0, waiting: 0 }
      return [
        { labels: { state: 'busy' }, value: open - idle },
        { labels: { state: 'idle' }, value: idle },
        { labels: { state: 'waiting' }, value: waiting },
      ]
    },
  )

  metrics.gauge('data_disk_bytes', 'Room on the disk of the data folder', async () => {
    const disk = await statfs(config.dataDir).catch(() => null)
    if (!disk) return []
    const { bsize, blocks, bavail } = disk
    return [
      { labels: { state: 'all' }, value: bsize * blocks },
      { labels: { state: 'free' }, value: bsize * bavail },
    ]
  })

  app.get('/metrics', { config: { limit: 'probe' } }, async (request, reply) => {
    if (!isLocal(request) && !showsToken(request, config.metricsToken)) throw fail('not_found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
}
