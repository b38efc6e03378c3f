import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import { openApiPage, openApiPagePolicy } from './openapi-page.ts'

type Json = Record<string, unknown>

const common: readonly ErrorCode[] = ['bad_request', 'too_often', 'internal']

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest as Json
}

function parameters(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: part,
  }))
}

const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 8, maxLength: 200 },
  description: 'The same key and body have one effect and one answer',
}

function responses(call: Call): Json {
  const codes = [...common, ...(call.who === 'anyone' ? [] : (['not_signed_in'] as const)), ...call.errors]
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes)
    byStatus.set(errorCatalogue[code].http, [...(byStatus.get(errorCatalogue[code].http) ?? []), code])
  const failures = [...byStatus].map(([status, list]) => [
    String(status),
    {
      description: list.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  const success = call.answer
    ? { description: 'OK', content: { 'application/json': { schema: schemaOf(call.answer, 'output') } } }
    : { description: 'OK' }
  return { [String(call.status)]: success, ...Object.fromEntries(failures) }
}

function operation(call: Call): Json {
  return {
    operationId: call.name,
    summary: call.about,
    tags: [call.path.startsWith('/service/office') ? 'office' : 'client'],
    security: call.who === 'anyone' ? [] : [{ [call.who === 'client' ? 'client' : 'staff']: [] }],
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.idempotent ? [idempotencyHeader] : []),
    ],
    ...(call.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } },
    }),
    responses: responses(call),
  }
}

const errorSchema = {
  oneOf: [
    {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(errorCatalogue) },
            message: { type: 'string' },
            issues: {
              type: 'array',
              items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
            },
            details: { type: 'object' },
            traceId: { type: 'string' },
          },
        },
      },
    },
    {
      type: 'object',
      required: ['statusCode', 'error', 'message'],
      properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' } },
    },
  ],
}

/** OpenAPI 3.1 of all bound calls, from the schemas that validate them. */
export function describeCalls(calls: readonly Call[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Zayavka', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        client: { type: 'apiKey', in: 'cookie', name: '__Host-zayavka' },
        staff: { type: 'apiKey', in: 'cookie', name: '__Host-zayavka-office' },
      },
    },
  }
}

export function registerOpenApi(app: FastifyInstance, calls: readonly Call[], version: string) {
  let made: string | undefined
  app.get('/service/openapi.json', async (_request, reply) => {
    made ??= JSON.stringify(describeCalls(calls, version))
    return reply.type('application/json; charset=utf-8').send(made)
  })
  app.get('/service/docs', async (_request, reply) =>
    reply
      .header('content-security-policy', openApiPagePolicy)
      .type('text/html; charset=utf-8')
      .send(openApiPage(calls, describeCalls(calls, version))),
  )
}
