import type { Brand } from '../brand.ts'

/** An e-mail address, the domain in small letters. */
export type Email = Brand<string, 'Email'>

/** The HTML standard's own expression for input type=email. */
const valid =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

/** Null unless the HTML standard calls it valid and mail can carry it (254 characters, RFC 5321). */
export function normalizeEmail(text: string): Email | null {
  const typed = text.length > 300 ? '' : text.trim()
  if (typed.length > 254 || !valid.test(typed)) return null
  const at = typed.lastIndexOf('@')
  return (typed.slice(0, at) + typed.slice(at).toLowerCase()) as Email
}

/** «a***@example.ru» */
export function maskEmail(email: Email): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
}
