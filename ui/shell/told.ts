/** An error that says where it happened, then what: `CoreInitObjectInit > catch > error: …` */
export function toldError(place: string, cause: unknown): Error {
  const what = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${place}: ${what}`, { cause })
}
