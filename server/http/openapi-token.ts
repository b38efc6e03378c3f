type Json = Record<string, unknown>

const text = { type: 'string' }
const refusal: Json = {
  description: 'Refused, in the words of RFC 6749, 5.2',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: {
          error: { enum: ['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type'] },
          error_description: text,
        },
      },
      example: { error: 'invalid_client', error_description: 'The client is unknown, closed, or its proof is wrong' },
    },
  },
}

/** The token endpoint: RFC 6749, 4.4; RFC 7523. */
export const token: Json = {
  operationId: 'machineToken',
  summary: 'A token for ten minutes',
  description:
    'Proof is one of three: HTTP Basic, `client_id` with `client_secret`, or a signed `client_assertion`. A token works until it runs out, or until the client or its secret is ended.',
  tags: ['machine'],
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['grant_type'],
          properties: {
            grant_type: { const: 'client_credentials' },
            scope: { ...text, description: 'Some of the client’s scopes, by spaces; absent: all of them' },
            client_id: text,
            client_secret: text,
            client_assertion_type: { const: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
            client_assertion: text,
          },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'OK',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['access_token', 'token_type', 'expires_in', 'scope'],
            properties: {
              access_token: text,
              token_type: { const: 'Bearer' },
              expires_in: { type: 'integer' },
              scope: text,
            },
          },
        },
      },
    },
    400: refusal,
    401: refusal,
  },
}

/** RFC 8414. */
export const metadata: Json = {
  operationId: 'authorizationServer',
  summary: 'Where and how a machine client gets its token (RFC 8414)',
  description: 'What a stock OAuth library reads first.',
  tags: ['machine'],
  security: [],
  responses: {
    200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
    429: {
      description: 'too_often',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
}
