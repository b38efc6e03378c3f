/** NUL, or a sign that lost its other half: no keyboard writes it, and no column of text or JSON holds it. Linear time. */
const isWritable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** The place of the first text within a value, a name of a field too, that nobody can write: `rows.offer`. Undefined: there is none. */
export function unwritableIn(value: unknown): string | undefined {
  if (typeof value === 'string') return isWritable(value) ? undefined : ''
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (!isWritable(name)) return ''
    const within = unwritableIn(inner)
    if (within !== undefined) return within ? `${name}.${within}` : name
  }
  return undefined
}
