import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { anyJsonValue, nastiest, pick, type Random } from '../steps/values.ts'

type Schema = Record<string, unknown>

/** Ids that exist, to be put where an address or a body asks for one. */
export type Known = readonly string[]

const shape = new Map<string, Schema | undefined>()

/** The JSON schema of what a call takes in one place, made once. */
function schemaOf(call: Call, where: 'body' | 'query' | 'params'): Schema | undefined {
  const key = `${call.name} ${where}`
  if (!shape.has(key)) {
    const schema = call[where]
    shape.set(key, schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema))
  }
  return shape.get(key)
}

const odds = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'null',
  'undefined',
  '%00',
  '..',
  "'",
  '😀',
  'a'.repeat(300),
  '__proto__',
  'Ёё',
]

/** Something that fits the schema, or nearly. */
function fitting(schema: Schema | undefined, random: Random, known: Known): unknown {
  if (!schema) return anyJsonValue(random)
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return fitting(pick(random, choices), random, known)
  if (Array.isArray(schema.enum)) return pick(random, schema.enum)
  if ('const' in schema) return schema.const
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, random, known)
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => fitting(schema.items as Schema, random, known))
    case 'number':
    case 'integer':
      return pick(random, [0, 1, 14, 100_000, 1_000_000, -1, 0.5, 2 ** 53])
    case 'boolean':
      return random() < 0.5
    case 'string':
      return random() < 0.4 ? pick(random, known) : pick(random, ['111111', '+79161234567', 'a@example.ru', ...odds])
    default:
      return anyJsonValue(random)
  }
}

function fittingObject(schema: Schema, random: Random, known: Known): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (random() < 0.06) continue
    made[name] = random() < 0.3 ? anyJsonValue(random) : fitting(part, random, known)
  }
  if (schema.additionalProperties && random() < 0.7) made[String(fitting({ type: 'string' }, random, known))] = 'x'
  if (random() < 0.1)
    made[pick(random, ['role', 'status', 'userId', 'amountApproved', 'isAdmin'])] = anyJsonValue(random)
  return made
}

const deep = (depth: number) => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`

/** Bodies that are no JSON, too much of it, or JSON that means harm. */
function rawBody(random: Random, good: string): string {
  return pick(random, [
    () => good.slice(0, Math.floor(random() * good.length)),
    () => `${good}${pick(random, ['}', ',', '\0', good])}`,
    () => deep(Math.floor(random() * 40)),
    () => `{"__proto__":{"polluted":true},${good.slice(1)}`,
    () => `{"constructor":{"prototype":{"polluted":true}},"a":${good || '1'}}`,
    () => `{"a":1,"a":2}`,
    () => '"\\ud800"',
    () => '{"a":1e999}',
    () => '\ufeff{}',
    () => `{"a":"${'я'.repeat(Math.floor(random() * 70_000))}"}`,
    () => '[]'.repeat(3),
    () => 'NaN',
    () => '',
  ])()
}

const types = [
  'application/json',
  'application/json; charset=utf-16',
  'application/xml',
  'text/html',
  'application/octet-stream',
  'application/offset+octet-stream',
  'APPLICATION/JSON',
  'application/json, text/plain',
  '*/*',
  '',
]

export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string | string[]>
  readonly body: string | undefined
}

function address(call: Call, random: Random, known: Known): string {
  const filled = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value =
      name === 'step'
        ? pick(random, ['10', '9', '32', '0', '99', '-1', 'x'])
        : pick(random, [...known, ...known, ...odds])
    return encodeURIComponent(safe(value))
  })
  const schema = schemaOf(call, 'query')
  if (!schema && random() < 0.9) return filled
  const given = fitting(schema ?? { type: 'object', additionalProperties: true }, random, known) as Record<
    string,
    unknown
  >
  const pairs = Object.entries(given).flatMap(([name, value]) => {
    const pair = `${encodeURIComponent(safe(name))}=${encodeURIComponent(safe(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')))}`
    return random() < 0.1 ? [pair, pair] : [pair]
  })
  return pairs.length > 0 ? `${filled}?${pairs.join('&').slice(0, 4000)}` : filled
}

/** Without lone surrogates, which no address can carry. */
const safe = (text: string) => Buffer.from(text).toString('utf8')

/** One request that somebody who has read the contract, and means harm, may make of this call. */
export function hostileRequest(call: Call, random: Random, known: Known): HostileRequest {
  const schema = schemaOf(call, 'body')
  const value =
    random() < 0.15
      ? pick<unknown>(random, nastiest)
      : random() < 0.75
        ? fitting(schema, random, known)
        : anyJsonValue(random)
  const good = JSON.stringify(value) ?? ''
  const body =
    call.method === 'GET' && random() < 0.97
      ? undefined
      : random() < 0.15
        ? rawBody(random, good)
        : schema || random() < 0.3
          ? good
          : undefined
  const method =
    random() < 0.03 ? pick(random, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) : call.method
  const headers: Record<string, string | string[]> = {}
  if (body !== undefined) headers['content-type'] = random() < 0.06 ? pick(random, types) : 'application/json'
  if (call.idempotent || random() < 0.1)
    headers['idempotency-key'] =
      random() < 0.15
        ? pick(random, ['', 'x', 'k'.repeat(900), 'same-key-each-time'])
        : `key-${Math.floor(random() * 1e9)}`
  if (random() < 0.04) headers['x-forwarded-for'] = pick(random, ['127.0.0.1', '::1, x', 'a'.repeat(500)])
  if (random() < 0.03) headers.range = pick(random, ['bytes=0-', 'bytes=9-1', 'bytes=a-b', `bytes=${'9'.repeat(400)}-`])
  if (random() < 0.03) headers.accept = pick(random, ['text/html', '*/*', 'x'.repeat(2000), ''])
  if (random() < 0.03) headers['x-twice'] = ['one', 'two']
  return { method, path: address(call, random, known), headers, body }
}
