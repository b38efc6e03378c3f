import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Consents } from './consents.ts'
import { writePlace } from './store.ts'

export interface Place {
  readonly latitude: number
  readonly longitude: number
  /** Metres. */
  readonly accuracy: number
}

/** The last place of a person who consented to telling it; anybody else's is not kept. */
export function createPlaces({ clientKeys, clock }: Platform, consents: Consents) {
  return {
    async report(tx: Tx, clientId: string, place: Place): Promise<void> {
      const given = await consents.standing(tx, clientId)
      if (!given.includes('geolocation')) return
      const sealed = (await clientKeys.of(tx.db, clientId)).seal(place, { table: 'place', id: clientId })
      await writePlace(tx.db, { client_id: clientId, sealed, at: clock.now() })
    },
  }
}

export type Places = ReturnType<typeof createPlaces>
