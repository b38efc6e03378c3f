import { randomUUID } from 'node:crypto'

let draw: () => string = randomUUID

/** A new random identifier (UUID v4, RFC 9562). Callers brand it with the contract's types. */
export function newId(): string {
  return draw()
}

/** Takes ids from elsewhere, for a simulation that must be able to repeat them. */
export function drawIds(from: () => string = randomUUID): void {
  draw = from
}
