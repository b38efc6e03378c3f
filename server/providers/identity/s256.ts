import { createHash } from 'node:crypto'

/** The code challenge of a verifier (RFC 7636). */
export const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
