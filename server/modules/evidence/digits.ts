import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { RequestKey } from '../requests/index.ts'
import { insertDigits, readDigits } from './store.ts'

const howMany = 6
const place = (id: string) => ({ table: 'video_digits', id })

/** Digits for the video: new each time, good for a short while. */
export function createDigits(platform: Platform, livesMs: number) {
  const { clock, random, sealing } = platform
  return {
    async give(tx: Tx, request: RequestKey) {
      const id = newId()
      const digits = random.digits(howMany)
      const now = clock.now()
      const until = new Date(now.getTime() + livesMs)
      await insertDigits(tx.db, {
        id,
        client_id: request.client_id,
        request_id: request.id,
        sealed: sealing.seal(digits, place(id)),
        created_at: now,
        until,
      })
      return { id, digits, until: until.toISOString() }
    },

    /** Digits of this request that are not over. Throws `digits_over`. */
    async current(clientId: string, requestId: string, id: string | undefined): Promise<string> {
      const row = id ? await readDigits(platform.db, { id, client_id: clientId }) : undefined
      if (row?.request_id !== requestId || row.until < clock.now()) throw fail('digits_over')
      return row.id
    },

    async text(tx: Tx, clientId: string, id: string): Promise<string | null> {
      const row = await readDigits(tx.db, { id, client_id: clientId })
      return row ? sealing.unseal<string>(row.sealed, place(id)) : null
    },
  }
}

export type Digits = ReturnType<typeof createDigits>
