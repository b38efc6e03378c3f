/** A row in a list ordered by a moment, and by id where two share one. */
export interface Place {
  readonly at: Date
  readonly id: string
}

/** How a list's answer names its last row, for `after` of the next page. */
export const cursorOf = (at: Date, id: string): string => `${at.getTime()}_${id}`

/** The row that `after` names; null where it names none, or a moment no database keeps: the list begins at its beginning. */
export function placeOf(after: string | undefined): Place | null {
  const [time, id] = after?.split('_') ?? []
  const at = new Date(Number(time))
  const isKept = at.getTime() >= 0 && at.getUTCFullYear() < 10_000
  return id && !id.includes('\0') && isKept ? { at, id } : null
}
