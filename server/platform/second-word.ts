import type { StaffRight } from '#contract/roles.ts'
import { Failure, fail } from './failure.ts'
import type { Tx } from './transaction.ts'

/**
 * What takes two of the staff, at the second one's word. Throws `second_person` for the one who asked, and when that one was cut off or may not ask
 * for it any more: it is declined and asked for anew.
 */
export async function secondWord(tx: Tx, first: string, second: string, right: StaffRight): Promise<void> {
  if (first === second) throw fail('second_person')
  await tx.emit('word.counted', { staffId: first, right })
}

/** Whether a first word still counts: where nobody can decline it, the next one is the first again. */
export async function stillCounts(tx: Tx, first: string, right: StaffRight): Promise<boolean> {
  try {
    await tx.emit('word.counted', { staffId: first, right })
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'second_person') return false
    throw error
  }
}
