import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import { scopes } from '#contract/machine/scopes.ts'
import { besides, webhooks } from './openapi-besides.ts'
import { openApiPage, openApiPagePolicy } from './openapi-page.ts'
import { tagOf, tags } from './openapi-tags.ts'

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
    ? {
        description: 'OK',
        content: {
          'application/json': {
            schema: schemaOf(call.answer, 'output'),
            ...(call.example?.answer && { example: call.example.answer }),
          },
        },
      }
    : { description: 'OK' }
  const headers = call.who === 'machine' ? { headers: rateHeaders } : {}
  return { [String(call.status)]: { ...success, ...headers }, ...Object.fromEntries(failures) }
}

// draft-ietf-httpapi-ratelimit-headers
const rateHeaders = {
  'RateLimit-Policy': {
    description: 'Calls a window of so many seconds: "client";q=600;w=60',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Calls left and seconds to the end of the window: "client";r=599;t=60',
    schema: { type: 'string' },
  },
}

const securityOf = ({ who, scope }: Call): Json[] => {
  if (who === 'anyone') return []
  if (who === 'machine') return [{ machine: scope ? [scope] : [] }]
  return [{ [who === 'client' ? 'client' : 'staff']: [] }]
}

/** The first clause of what a call is about. */
const summaryOf = (about: string) => about.split(/[:;(]|\. /, 1)[0]?.trim() ?? about

function operation(call: Call): Json {
  return {
    operationId: call.name,
    summary: summaryOf(call.about),
    description: `${call.about}.`,
    tags: [tagOf(call.path)],
    security: securityOf(call),
    parameters: [
      ...parameters(call.params, 'path'),
      ...parameters(call.query, 'query'),
      ...(call.idempotent ? [idempotencyHeader] : []),
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaOf(call.body, 'input'),
            ...(call.example?.body && { example: call.example.body }),
          },
        },
      },
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
export function describeCalls(calls: readonly Call[], version: string, publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zayavka',
      version,
      description:
        'Calls of the borrower’s app, the office and the lender’s other systems. A system begins with docs/integration.md: a token, then the feed of events.',
      contact: { name: 'The lender’s own administrators', url: publicUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl, description: 'This installation' }],
    tags,
    paths: { ...paths, ...besides },
    webhooks,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        client: { type: 'apiKey', in: 'cookie', name: '__Host-zayavka' },
        staff: { type: 'apiKey', in: 'cookie', name: '__Host-zayavka-office' },
        machine: {
          type: 'oauth2',
          description:
            'Made by two administrators in «Подключения»; described at /.well-known/oauth-authorization-server',
          flows: { clientCredentials: { tokenUrl: `${publicUrl}/service/machine/token`, scopes } },
        },
        standardWebhooks: { type: 'apiKey', in: 'header', name: 'webhook-signature' },
      },
    },
  }
}

export function registerOpenApi(app: FastifyInstance, calls: readonly Call[], version: string, publicUrl: string) {
  let made: string | undefined
  app.get('/service/openapi.json', { config: { limit: 'probe' } }, async (_request, reply) => {
    made ??= JSON.stringify(describeCalls(calls, version, publicUrl))
    return reply.type('application/json; charset=utf-8').send(made)
  })
  app.get('/service/docs', { config: { limit: 'probe' } }, async (_request, reply) =>
    reply
      .header('content-security-policy', openApiPagePolicy)
      .type('text/html; charset=utf-8')
      .send(openApiPage(calls, describeCalls(calls, version, publicUrl))),
  )
}
