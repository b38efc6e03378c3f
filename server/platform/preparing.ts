/** From this time on a question is prepared, as by pgjdbc (`prepareThreshold`). */
const often = 5
/** Names at most: each is memory of every connection, and a question about a list has a text for each length of it. */
const most = 250
/** Texts counted at most. */
const mostCounted = 2000

/**
 * Names for questions asked often: under its name PostgreSQL reads and plans a question once a connection. One with `*` gets none: a
 * prepared one fails as soon as the next release adds a column.
 */
export function openPreparing(): (text: string) => string | undefined {
  const asked = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size === most) return known
    const times = (asked.get(text) ?? 0) + 1
    if (times < often) {
      if (times > 1 || asked.size < mostCounted) asked.set(text, times)
      return undefined
    }
    asked.delete(text)
    // Without values it goes out in one message anyway.
    if (!text.includes('$1') || /(?<!\()\*/.test(text)) return undefined
    const name = `often_${names.size}`
    names.set(text, name)
    return name
  }
}
