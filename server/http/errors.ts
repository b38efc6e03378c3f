import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errorCatalogue, type WireError } from '#contract/errors.ts'
import { databaseIsAway } from '#server/platform/database-faults.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { currentTrace } from '#server/platform/trace.ts'
import type { Limiting } from './limiting.ts'

/** What Fastify, the database and the platform throw, in the catalogue's words. */
const known: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  // PostgreSQL: text with NUL or a lone surrogate, in a column or in jsonb: no id, code or name of ours holds one
  '22021': 'bad_request',
  '22P05': 'bad_request',
  // PostgreSQL: disk full
  '53100': 'storage_full',
}

export function codeOf(error: unknown): ErrorCode {
  if (databaseIsAway(error)) return 'unavailable'
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return 'internal'
  if (code in errorCatalogue) return code as ErrorCode
  return known[code] ?? 'internal'
}

export function wireError(code: ErrorCode, failure?: Failure): WireError {
  const traceId = currentTrace()
  return {
    error: {
      code,
      message: errorCatalogue[code].text,
      ...(failure?.issues && { issues: failure.issues }),
      ...(failure?.details && { details: failure.details }),
      ...(traceId && { traceId }),
    },
  }
}

/** Answers an error in the documented shape. */
export function answer(reply: FastifyReply, code: ErrorCode, failure?: Failure) {
  const retryAfter = failure?.details?.retryAfter ?? (code === 'unavailable' ? 5 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(errorCatalogue[code].http).type('application/json; charset=utf-8').send(wireError(code, failure))
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Every error leaves in the documented shape; an unexpected one is a 500 with a trace id and no inner detail. */
export function registerErrors(app: FastifyInstance, limiting: Limiting, { metrics }: Pick<Platform, 'metrics'>) {
  const noRoom = metrics.counter('storage_full_total', 'Calls answered 507: there was no room for what came')

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = error instanceof Failure ? error : undefined
    const code = failure?.code ?? codeOf(error)
    if (code === 'internal') request.log.error({ err: error }, 'unexpected error')
    if (code === 'storage_full') {
      noRoom()
      request.log.error({ err: error }, 'there is no room: make some on the disk of the data folder or of the database')
    }
    return answer(reply, code, failure)
  })

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    limiting.atOnce('unknownRoute', request)
    const url = request.url.split('?')[0] ?? '/'
    const other = methods.filter((method) => method !== request.method && app.findRoute({ method, url }) !== null)
    if (other.length === 0) return answer(reply, 'not_found')
    reply.header('allow', other.join(', '))
    return answer(reply, 'method_not_allowed')
  })
}
