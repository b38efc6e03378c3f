import { hideMailAddresses } from '#contract/mailAddresses.ts'

/** Fields whose values never go to a log, whatever they hold. Compared without case, `_` and `-`. */
const secretFields =
  /^(phone|tel|passport|series|number|snils|inn|birth|name|surname|patronymic|firstname|lastname|middlename|fullname|email|mail|address|card|pan|cvc|cvv|account|code|token|secret|password|key|appkey|authorization|cookie|setcookie|session|body|payload|query|querystring|params|parameters|answers|data|headers|rawheaders|input|value|text|detail|where|hint)$/
const secretPart = /(phone|passport|token|secret|password|cookie|cardnumber|apikey)/

// Phone, passport, SNILS, taxpayer and card numbers, wherever they stand in a line. Every repetition is bounded: what strangers
// send is searched too, and an unbounded one costs the square of its length.
const numbers =
  /(?<![\w-])(?:\+7|8)[\s(-]{0,5}\d{3}[\s)-]{0,5}\d{3}[\s-]{0,5}\d{2}[\s-]{0,5}\d{2}(?!\w)|(?<![\w-])\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?:\d{0,3})(?!\w)|(?<![\w-])\d{2} ?\d{2} ?\d{6}(?![\w-])|(?<![\w-])\d{3}[ -]?\d{3}[ -]?\d{3}[ -]?\d{2}\d?(?!\w)/g
/** Runs without a blank or a quotation mark: an address ends there. */
const runs = /[^\s"']+/g
const deepest = 6
const longest = 4000
const hidden = '[personal]'

function withoutQuery(run: string): string {
  const slash = run.indexOf('/')
  const query = slash < 0 ? -1 : run.indexOf('?', slash)
  return query < 0 ? run : run.slice(0, query)
}

/** Text for a log: no query strings, no addresses of letters, no numbers that look like a person's. Linear in what it is given. */
export function redactText(text: string): string {
  return hideMailAddresses(text.slice(0, longest).replace(runs, withoutQuery), hidden).replace(numbers, hidden)
}

function isSecret(name: string): boolean {
  const plain = name.toLowerCase().replace(/[_-]/g, '')
  return secretFields.test(plain) || secretPart.test(plain)
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const code = (error as { code?: unknown }).code
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    stack: redactText(error.stack ?? ''),
    ...(error.cause instanceof Error && depth < deepest ? { cause: redactError(error.cause, depth + 1) } : {}),
  }
}

/** A copy fit for a log: secret fields hidden by name, errors as type, message and stack only. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (value === null || typeof value !== 'object') return value
  if (depth > deepest) return '[deep]'
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return '[bytes]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => redact(item, depth + 1))
  if ('toJSON' in value && typeof value.toJSON === 'function') return redact(value.toJSON(), depth + 1)
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, isSecret(name) && inner != null ? '[hidden]' : redact(inner, depth + 1)] as const,
  )
  return Object.fromEntries(entries)
}
