import { randomUUID } from 'node:crypto'

/** A new random identifier (UUID v4, RFC 9562). Callers brand it with the contract's types. */
export function newId(): string {
  return randomUUID()
}
