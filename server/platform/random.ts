import { randomBytes, randomInt } from 'node:crypto'

/** Secrets that people type or carry. Replaced in tests that need known values. */
export interface Random {
  /** A code of decimal digits, leading zeros included, each equally likely. */
  digits(length: number): string
  /** 32 random bytes as base64url (43 characters), for sessions and links. */
  token(): string
}

export const systemRandom: Random = {
  digits: (length) => Array.from({ length }, () => randomInt(10)).join(''),
  token: () => randomBytes(32).toString('base64url'),
}
