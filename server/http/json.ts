import { fail } from '#server/platform/failure.ts'

/** How much structure a body may have: more is an attack, not a form. */
const most = { depth: 20, keys: 1000, items: 500 }
const dangerous = new Set(['__proto__', 'constructor', 'prototype'])

const refuse = (message: string) => fail('bad_request', { issues: [{ field: 'body', message }] })

interface Frame {
  readonly keys: Set<string> | null
  items: number
}

/** Walks the text of valid JSON: duplicate and dangerous keys and too much structure never reach `JSON.parse`'s result. */
function inspect(text: string): void {
  const frames: Frame[] = []
  let keys = 0
  const strings = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\],]/gsy
  const skip = /[^"{}[\],]+/gy
  for (let at = 0; at < text.length; ) {
    skip.lastIndex = at
    if (skip.test(text)) {
      at = skip.lastIndex
      continue
    }
    strings.lastIndex = at
    const found = strings.exec(text)
    if (!found) throw refuse('Тело запроса — не JSON')
    at = strings.lastIndex
    const sign = found[0]
    const frame = frames.at(-1)
    if (sign === '{' || sign === '[') {
      if (frames.push({ keys: sign === '{' ? new Set() : null, items: 1 }) > most.depth)
        throw refuse('Слишком глубокая вложенность')
    } else if (sign === '}' || sign === ']') frames.pop()
    else if (sign === ',' && frame) {
      frame.items += 1
      if (!frame.keys && frame.items > most.items) throw refuse('Слишком длинный список')
    } else if (found[1] && frame?.keys) {
      const key = JSON.parse(sign.slice(0, sign.length - found[1].length)) as string
      if (dangerous.has(key)) throw refuse(`Имя поля «${key}» не принимается`)
      if (frame.keys.has(key)) throw refuse(`Поле «${key.slice(0, 40)}» повторяется`)
      frame.keys.add(key)
      keys += 1
      if (keys > most.keys) throw refuse('Слишком много полей')
    }
  }
}

/** A number becomes infinite by an exponent or by hundreds of digits only; a hundred are looked at more closely. */
const mayOverflow = /\de|\d{100}/i

const finite = (_key: string, value: unknown) => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refuse('Число слишком велико')
  return value
}

/** Reads a JSON body; anything odd is a `bad_request` that says what. */
export function parseJsonBody(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('Тело запроса — не JSON')
  }
  inspect(text)
  return mayOverflow.test(text) ? JSON.parse(text, finite) : value
}
