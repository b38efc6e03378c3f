/** A new key for something the person means to do once, kept over retries */
export function newKey(): string {
  // randomUUID needs Chrome 92, Safari 15.4
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
