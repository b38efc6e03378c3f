import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeNames } from '#contract/machine/scopes.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import type { Platform } from '#server/platform/platform.ts'
import { algorithms } from './given.ts'
import { OAuthError, type Proof, type Tokens, tokenPath } from './tokens.ts'

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** RFC 6749, 2.3.1: name and secret are form-encoded before they are joined. */
function basic(header: string): { id: string; secret: string } | null {
  const found = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header)
  const [id, ...rest] = Buffer.from(found?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(':')
  if (!id || rest.length === 0) return null
  try {
    const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))
    return { id: plain(id), secret: plain(rest.join(':')) }
  } catch {
    return null
  }
}

function fieldsOf(body: unknown): Readonly<Record<string, string>> {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '')
  const names = [...fields.keys()]
  if (new Set(names).size !== names.length) throw new OAuthError('invalid_request', 'A parameter is repeated')
  return Object.fromEntries(fields)
}

/** The one way of the three a client proves itself. */
function proofIn({ headers }: FastifyRequest, fields: Readonly<Record<string, string>>): Proof {
  const { client_id, client_secret, client_assertion, client_assertion_type } = fields
  const ways = [headers.authorization, client_secret, client_assertion].filter((way) => way !== undefined)
  if (ways.length > 1) throw new OAuthError('invalid_request', 'Prove who you are in one way, not in several')
  if (client_assertion !== undefined) {
    if (client_assertion_type !== assertionType)
      throw new OAuthError('invalid_request', `client_assertion_type is to be ${assertionType}`)
    return { assertion: client_assertion }
  }
  const named = headers.authorization ? basic(headers.authorization) : null
  if (named) return named
  if (client_id && client_secret) return { id: client_id, secret: client_secret }
  throw new OAuthError('invalid_client', 'No client_id with a secret, and no client_assertion')
}

/** The token endpoint (RFC 6749, 4.4; RFC 7523) and its description (RFC 8414). */
export async function registerTokenEndpoint(app: FastifyInstance, platform: Platform, tokens: Tokens): Promise<void> {
  const { config, log, metrics } = platform
  const refused = metrics.counter(
    'machine_tokens_refused_total',
    'Tokens that machine clients asked for and did not get',
  )

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(tokenPath, { config: { limit: 'machineToken', machine: true } }, async (request, reply) => {
      reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
      try {
        const fields = fieldsOf(request.body)
        if (fields.grant_type === undefined) throw new OAuthError('invalid_request', 'grant_type is missing')
        if (fields.grant_type !== 'client_credentials')
          throw new OAuthError('unsupported_grant_type', 'grant_type is to be client_credentials')
        const proof = proofIn(request, fields)
        return await keptFailures(platform, (tx) => tokens.give(tx, proof, fields.scope, request.ip))
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error
        refused()
        log.warn({ code: error.code, address: request.ip }, 'a machine client did not get a token')
        const wrong = error.code === 'invalid_client'
        if (wrong) reply.header('www-authenticate', 'Basic realm="zayavka", charset="UTF-8"')
        return reply.code(wrong ? 401 : 400).send({ error: error.code, error_description: error.message })
      }
    })
  })

  app.get('/.well-known/oauth-authorization-server', { config: { limit: 'probe' } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send({
      issuer: config.publicUrl,
      token_endpoint: `${config.publicUrl}${tokenPath}`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: scopeNames,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      service_documentation: `${config.publicUrl}/service/docs`,
    }),
  )
}
