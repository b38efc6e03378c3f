import type { IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ReactionsOf } from '#server/platform/reactions.ts'
import type { Tx } from '#server/platform/transaction.ts'

interface Parts {
  readonly platform: Pick<Platform, 'clock'>
  readonly lender: Pick<Lender, 'zone'>
  readonly begin: (tx: Tx, requestId: string, startDate: IsoDate) => Promise<void>
  readonly abandon: (tx: Tx, requestId: string) => Promise<void>
}

export const offerReactions = ({ platform, lender, begin, abandon }: Parts): ReactionsOf => ({
  'payout.succeeded': (tx, { requestId }) => begin(tx, requestId, dateInZone(platform.clock.now(), lender.zone)),
  'payout.abandoned': (tx, { requestId }) => abandon(tx, requestId),
})
