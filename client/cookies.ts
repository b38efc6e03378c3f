/** One cookie by name from a `Cookie` line; undefined when it is not there */
export function readCookie(line: string, name: string): string | undefined {
  for (const part of line.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return decode(part.slice(at + 1).trim())
  }
  return undefined
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
