import { coarseTries, overlayOf, type Shades, signsOf, turnsOf } from './shades.ts'

/** Of 256 bits: documents of a kind photographed alike are nearer than that too, so the fine print has the word. */
export const mayBe = 64
/** The nearest so many are laid under the picture, of each way it may be turned. */
export const looked = 16
/** The best so many of them by either print are looked at closely: one forgives a cut, the other an uneven one. */
const closely = 4
/** From here on it is one picture. */
const same = 0.6

interface Near {
  /** In how many of the 256 bits it differs. */
  readonly distance: number
}

/** The kept prints, wherever they are. */
interface Library<N extends Near> {
  /** The nearest ones by the coarse print under any of several cuts, `looked` of those not further than `mayBe`. */
  nearest(tries: readonly string[]): Promise<readonly N[]>
  fine(near: N): Promise<Uint8Array>
}

/** The kept pictures that one is, however it is turned: the nearest by the coarse print of which the fine print says so. */
export async function sameAmong<N extends Near>(
  shades: Shades,
  library: Library<N>,
): Promise<{ readonly near: N; readonly likeness: number }[]> {
  const candidates = []
  for (const lain of turnsOf(shades)) {
    const nearest = await library.nearest(coarseTries(lain))
    if (nearest.length === 0) continue
    const overlay = await overlayOf(lain)
    for (const near of nearest) {
      const signs = signsOf(await library.fine(near))
      candidates.push({ near, overlay, signs, laid: overlay.begin(signs) })
    }
  }
  const byCoarse = candidates.toSorted((one, other) => one.near.distance - other.near.distance)
  const byFine = candidates.toSorted((one, other) => other.laid.likeness - one.laid.likeness)
  const found: { near: N; likeness: number }[] = []
  for (const { near, overlay, signs, laid } of new Set([...byCoarse.slice(0, closely), ...byFine.slice(0, closely)])) {
    const likeness = await overlay.closer(signs, laid)
    if (likeness >= same) found.push({ near, likeness })
  }
  return found
}
