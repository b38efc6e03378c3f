import { isDevMode } from '#contract/devMode.ts'
import { readCookie } from './cookies.ts'

/** Whether this page was opened in dev mode */
export const isDevPage = (query: string, cookies: string): boolean =>
  isDevMode(new URLSearchParams(query).get('dev') ?? undefined, readCookie(cookies, 'dev'))

/** Polling is on unless the cookie `dev_on_interval` holds a falsy number; what is no number is as good as yes */
export function isPollingOn(cookies: string): boolean {
  const wanted = readCookie(cookies, 'dev_on_interval')
  return !wanted || Number(wanted) !== 0
}
