import { createHash } from 'node:crypto'
import { canonicalJson } from '#server/platform/canonical.ts'
import { totalOf } from './accounts.ts'
import type { Posting } from './store.ts'

/** Before the first posting of a chain. */
export const noHash: Uint8Array = Buffer.alloc(32)

/** SHA-256 over the hash of the chain's posting before and the canonical JSON of everything else. */
export function postingHash({
  prev_hash,
  hash: _,
  at,
  ...rest
}: Omit<Posting, 'hash'> & { hash?: Uint8Array }): Buffer {
  return createHash('sha256')
    .update(prev_hash)
    .update(canonicalJson({ ...rest, at: at.toISOString() }))
    .digest()
}

/** One hash over the hashes of a day: pairs are hashed until one is left, an odd one goes up as it is. */
export function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes
  if (level.length === 0) return noHash
  while (level.length > 1) {
    const above: Uint8Array[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at]!, level[at + 1]]
      above.push(right ? createHash('sha256').update(left).update(right).digest() : left)
    }
    level = above
  }
  return level[0]!
}

/** What is wrong with a chain, in words, or null: a hole, a changed posting, lines that do not sum to 0, money left in clearing. */
export function chainFault(postings: readonly Posting[]): string | null {
  let before = noHash
  let received = 0
  for (const [index, posting] of postings.entries()) {
    const where = `posting ${posting.number} of ${posting.chain}`
    if (posting.number !== index + 1) return `${where}: number ${index + 1} is missing`
    if (!Buffer.from(before).equals(Buffer.from(posting.prev_hash))) return `${where} does not follow the one before it`
    if (!postingHash(posting).equals(Buffer.from(posting.hash))) return `${where} was changed: its hash is another`
    const sum = totalOf(posting.lines)
    if (sum !== 0) return `${where} sums to ${sum}, not to 0`
    received += posting.lines.received ?? 0
    before = posting.hash
  }
  return received === 0 ? null : `${postings[0]?.chain}: ${-received} kopecks received have no place`
}
