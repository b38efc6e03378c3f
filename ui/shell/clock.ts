/** How far the server's clock is ahead of this device's, in milliseconds, by the freshest answer */
let ahead = 0

/** Takes the server's time from an answer: an ISO instant, or a `Date` header (whole seconds) */
export function setServerTime(told: string | null): void {
  const at = told ? Date.parse(told) : Number.NaN
  if (Number.isNaN(at)) return
  const found = at - Date.now()
  // a header is up to a second behind: it corrects a wrong clock, it does not undo a finer instant
  if (Math.abs(found - ahead) > 2000 || told?.includes('.')) ahead = found
}

/** The server's clock, as far as the last answers tell */
export function serverNow(): Date {
  return new Date(Date.now() + ahead)
}

export const clockAhead = (): number => ahead
