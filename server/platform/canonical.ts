type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

function write(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${write(value[key] as Json)}`)
  return `{${members.join(',')}}`
}

/** JSON with sorted keys and no spaces, so that equal values have equal text (after RFC 8785). */
export function canonicalJson(value: unknown): string {
  return write(JSON.parse(JSON.stringify(value)) as Json)
}
