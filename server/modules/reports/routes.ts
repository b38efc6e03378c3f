import type { FastifyInstance } from 'fastify'
import { officeErrors } from '#contract/calls/office/errors.ts'
import { reportErrors, reportFunnel, reportViolations } from '#contract/calls/operations.ts'
import { cursorOf, placeOf } from '#server/http/cursor.ts'
import type { Router } from '#server/http/router.ts'
import type { Reports } from './service.ts'

const pageSize = 50
const largestEnvelope = 200 * 1024
const largestViolation = 8 * 1024

export function reportRoutes(router: Router, app: FastifyInstance, reports: Reports) {
  router.read(officeErrors, async ({ query }) => {
    const found = await reports.listErrors(placeOf(query.after), pageSize + 1)
    const page = found.slice(0, pageSize)
    const last = found.length > pageSize ? page.at(-1) : undefined
    return {
      items: page.map(({ id, first_at, last_at, message, place, release, count, breadcrumbs }) => ({
        id,
        at: last_at.toISOString(),
        firstAt: first_at.toISOString(),
        message,
        ...(place && { place }),
        ...(release && { release }),
        count,
        breadcrumbs,
      })),
      ...(last && { next: cursorOf(last.last_at, last.id) }),
    }
  })

  router.read(reportFunnel, async ({ body }) => {
    await reports.funnel(body.events)
    return undefined
  })

  // An envelope is lines of text under whatever type the sender gives it: a parser of its own, for this address only.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestEnvelope }, (_request, body, done) => {
      done(null, body)
    })
    scope.post(reportErrors.path, { config: { call: reportErrors } }, async (request, reply) => {
      await reports.errors(typeof request.body === 'string' ? request.body : '')
      return reply.code(reportErrors.status).send()
    })
    scope.post(
      reportViolations.path,
      { config: { call: reportViolations }, bodyLimit: largestViolation },
      async (request, reply) => {
        await reports.violation(typeof request.body === 'string' ? request.body : '')
        return reply.code(reportViolations.status).send()
      },
    )
  })
}
