import { readCookie } from './cookies.ts'

/** Dev mode: a `dev` query parameter or a `dev` cookie, whatever its value, save "0" and "false" */
export function isDevMode(query: string, cookies: string): boolean {
  const asked = new URLSearchParams(query).get('dev') ?? readCookie(cookies, 'dev')
  return asked !== undefined && asked !== '0' && asked !== 'false'
}

/** Polling is on unless the cookie `dev_on_interval` holds a falsy number */
export function isPollingOn(cookies: string): boolean {
  const wanted = readCookie(cookies, 'dev_on_interval')
  return wanted === undefined || Boolean(Number(wanted))
}
