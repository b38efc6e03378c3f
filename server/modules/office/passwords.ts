import { hash, verify } from '@node-rs/argon2'
import type { Random } from '#server/platform/random.ts'

// argon2id, the second recommended choice of RFC 9106 cut to 19 MiB after the OWASP password storage cheat sheet.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password.normalize('NFC'), strength)

let nobodys: Promise<string> | undefined

/** Whether the password fits the hash; without a hash it takes as long and answers no. */
export async function passwordFits(hashed: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const fits = await verify(hashed ?? (await nobodys), password.normalize('NFC'))
  return hashed !== undefined && fits
}

/** A new password: 20 random letters and digits in groups, 100 bits, easy to read over. */
export function newPassword(random: Random): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const signs = Array.from(
    Buffer.from(random.token(), 'base64url').subarray(0, 20),
    (byte) => letters[byte % letters.length],
  )
  return (signs.join('').match(/.{5}/g) ?? []).join('-')
}
