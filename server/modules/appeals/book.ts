import type { IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Contacts } from '../contacts/index.ts'
import type { ClientDocuments } from '../documents/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { Loans } from '../loans/index.ts'
import type { Notify } from '../messages/index.ts'
import type { Requests } from '../requests/index.ts'
import type { Signing } from '../signing/index.ts'
import { conditionTitles } from './conditions.ts'
import { type AppealRow, lockAppeal } from './store.ts'

export interface AppealParts {
  readonly platform: Platform
  readonly loans: Loans
  readonly contacts: Pick<Contacts, 'stop' | 'stopOf'>
  readonly lender: Lender
  readonly notify: Notify
  /** `not_found` for a client there is none of. */
  readonly isClient: (tx: Tx, clientId: string) => Promise<unknown>
  readonly requests: Pick<Requests, 'lock' | 'facts'>
  readonly documents: Pick<ClientDocuments, 'print' | 'keep'>
  readonly evidence: Pick<Evidence, 'takePaper' | 'stored' | 'read'>
  readonly signing: Pick<Signing, 'confirm' | 'alreadySigned'>
  /** Deletes what no law keeps of a person; fails while a request or a loan is under way. */
  readonly forget: (tx: Tx, clientId: string) => Promise<unknown>
}

type Sealed = 'words' | 'papers' | 'answer'

/** What every part of the module works with: today, what is sealed, who is told. */
export function createAppealBook({ platform, lender, notify }: AppealParts) {
  const { clock, clientKeys } = platform
  const place = (id: string, column: Sealed) => ({ table: 'appeal', id, column })

  return {
    today: (): IsoDate => dateInZone(clock.now(), lender.zone),

    seal: async (tx: Tx, { client_id, id }: Pick<AppealRow, 'client_id' | 'id'>, column: Sealed, text: string) =>
      (await clientKeys.of(tx.db, client_id)).seal(text.trim(), place(id, column)),

    async unseal(db: Tx['db'] | Platform['db'], row: AppealRow, column: Sealed): Promise<string | null> {
      const bytes = row[column]
      if (!bytes) return null
      return (await clientKeys.of(db, row.client_id)).unseal<string>(bytes, place(row.id, column))
    },

    owner: ({ client_id, request_id }: AppealRow) => ({
      clientId: client_id,
      ...(request_id && { requestId: request_id }),
    }),

    notify,

    /** What of the law is not kept for a holiday, in words. */
    unkeptTitles({ unkept, came_on }: Pick<AppealRow, 'unkept' | 'came_on'>): string[] {
      if (!unkept?.length) return []
      const titles = conditionTitles(lender.rules, came_on as IsoDate)
      return unkept.map((code) => titles[code])
    },

    async locked(tx: Tx, id: string): Promise<AppealRow> {
      const row = await lockAppeal(tx.db, id)
      if (!row) throw fail('not_found')
      return row
    },
  }
}

export type AppealBook = ReturnType<typeof createAppealBook>
export const aboutAppeal = (id: string) => ({ kind: 'appeal', id }) as const
