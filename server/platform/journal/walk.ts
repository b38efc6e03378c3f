import { digestOf, faultOf, hex, type JournalHead, type JournalRow, same } from './chain.ts'
import { beforeSeals, type Seal, sealFault } from './seals.ts'

/** Where a journal is broken: an entry of a chain, a seal, or, when empty, a head. */
export interface BadPlace {
  readonly shard?: number
  readonly seq?: number
  readonly seal?: number
}

/** A seal noted outside the database earlier: shows that the journal was not put back to an older state. `hash` in hex. */
export interface Checkpoint {
  readonly number: number
  readonly hash: string
}

export interface Broken {
  readonly ok: false
  readonly entries: number
  readonly bad: BadPlace
  readonly reason: string
}

/** `head` is one hash for the state of all chains, `seal` the last one, to be noted outside. */
export type JournalVerdict =
  | { readonly ok: true; readonly entries: number; readonly head: string; readonly seal: Checkpoint | null }
  | Broken

type Head = Pick<JournalHead, 'shard' | 'genesis' | 'count' | 'hash'>

interface End {
  seq: number
  hash: Uint8Array
}

/**
 * Follows all chains from their first entry: first the seals are given, in order, then the entries, those of a chain in order. Each
 * answers what is broken, or nothing. The last seal holds all before it: a chain is a chain of hashes.
 */
export function openWalk(heads: readonly Head[], checkpoint?: Checkpoint) {
  const ends = new Map<number, End>(heads.map(({ shard, genesis }) => [shard, { seq: 0, hash: genesis }]))
  const sealed = new Map<number, { readonly count: number; readonly hash: string }>()
  let entries = 0
  let last: { number: number; hash: Uint8Array } = { number: 0, hash: beforeSeals(heads) }
  const broken = (bad: BadPlace, reason: string): Broken => ({ ok: false, entries, bad, reason })

  return {
    broken,
    seal(seal: Seal): Broken | undefined {
      const number = last.number + 1
      const fault = sealFault(seal, { number, prev: last.hash })
      if (fault) return broken({ seal: number }, fault)
      if (checkpoint?.number === number && checkpoint.hash !== hex(seal.hash))
        return broken({ seal: number }, 'the seal differs from the checkpoint noted outside')
      for (const [shard, count, hash] of seal.heads) sealed.set(shard, { count, hash })
      last = { number, hash: seal.hash }
      return undefined
    },
    entry(row: JournalRow): Broken | undefined {
      const { shard } = row
      const end = ends.get(shard)
      if (!end) return broken({ shard, seq: row.seq }, 'the entry is of a chain that has no head')
      const seq = end.seq + 1
      const fault = faultOf(row, { seq, prev: end.hash })
      if (fault) return broken({ shard, seq: Math.min(row.seq, seq) }, fault)
      if (sealed.get(shard)?.count === seq && sealed.get(shard)?.hash !== hex(row.hash))
        return broken({ shard, seq }, 'the entry is not the one that was sealed')
      ends.set(shard, { seq, hash: row.hash })
      entries += 1
      return undefined
    },
    end(): JournalVerdict {
      if (checkpoint && checkpoint.number > last.number)
        return broken({ seal: last.number + 1 }, 'there are fewer seals than the checkpoint noted outside')
      for (const { shard, count, hash } of heads) {
        const end = ends.get(shard)
        if (!end) return broken({}, `there is no chain ${shard}`)
        if (end.seq < Math.max(count, sealed.get(shard)?.count ?? 0))
          return broken({ shard, seq: end.seq + 1 }, `the last ${count - end.seq} entries are missing`)
        if (end.seq > count) return broken({ shard, seq: count + 1 }, 'entries were added past the head')
        if (!same(end.hash, hash)) return broken({ shard, seq: count }, 'the last entry is not the one the head names')
      }
      const seal = last.number > 0 ? { number: last.number, hash: hex(last.hash) } : null
      return { ok: true, entries, head: digestOf(heads), seal }
    },
  }
}
