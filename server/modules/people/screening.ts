import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { anyCaseOf } from './case-store.ts'
import type { Cases } from './cases.ts'
import { currentFiles, type FileRow, type Hit, noteScreened, screeningHits } from './list-store.ts'
import { accountsWith } from './store.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Cases of so many clients are opened in one transaction. */
const atOnce = 100

/** People compared with the lists the law names (115-ФЗ): at every gate, and everybody when a list has changed and each day. */
export function createScreening(
  { db, clock, jobs, metrics, transact }: Pick<Platform, 'db' | 'clock' | 'jobs' | 'metrics' | 'transact'>,
  cases: Cases,
  freshMs: number,
) {
  const hold = (tx: Tx, { client_id, file_id, line }: Hit) =>
    cases.open(tx, {
      kind: 'screening',
      clientId: client_id,
      subject: `${file_id} ${line}`,
      holds: true,
      data: { file: file_id, line },
    })

  /** Everybody against one file. Answers how many are like somebody on it. */
  async function everybody(fileId: string): Promise<number> {
    const hits = await screeningHits(db, { fileId })
    for (let at = 0; at < hits.length; at += atOnce)
      await transact(async (tx) => {
        for (const hit of hits.slice(at, at + atOnce)) await hold(tx, hit)
      })
    await transact((tx) => noteScreened(tx.db, fileId, clock.now()))
    return hits.length
  }

  /** Files nobody was compared with yet, and those of yesterday. */
  async function sweep(): Promise<void> {
    const due = clock.now().getTime() - day
    for (const { id, kind, screened_at } of await currentFiles(db))
      if (kind === 'screening' && (!screened_at || screened_at.getTime() <= due)) await everybody(id)
  }

  jobs.every('screening', minute, sweep)
  metrics.gauge('screening_list_age_seconds', 'Since when each list of the law was loaded', async () =>
    (await currentFiles(db)).map(({ name, loaded_at }) => ({
      labels: { list: name },
      value: (clock.now().getTime() - loaded_at.getTime()) / 1000,
    })),
  )

  const isOld = ({ loaded_at }: Pick<FileRow, 'loaded_at'>) => clock.now().getTime() - loaded_at.getTime() > freshMs

  metrics.gauge(
    'list_old',
    '1 for a list that is older than durations.listsFresh, and where there is none of 115-ФЗ; else 0',
    async () => {
      const files = await currentFiles(db)
      const none = files.some(({ kind }) => kind === 'screening')
        ? []
        : [{ labels: { list: '', kind: 'screening' }, value: 1 }]
      return [
        ...files.map((file) => ({ labels: { list: file.name, kind: file.kind }, value: isOld(file) ? 1 : 0 })),
        ...none,
      ]
    },
  )

  return {
    screenEverybody: sweep,

    /** The current files, for the office. */
    files: async () => (await currentFiles(db)).map((file) => ({ ...file, old: isOld(file) })),

    /** Compares all accounts of a person: each likeness is a case that holds their money. */
    async screen(tx: Tx, clientId: string): Promise<void> {
      const hits = await screeningHits(tx.db, { clientIds: await accountsWith(tx.db, clientId) })
      for (const hit of hits) await hold(tx, hit)
    },

    /** Whether a person is like somebody on a list, and nobody has said that they are another. */
    async onHold(clientId: string, tx?: Pick<Tx, 'db'>): Promise<boolean> {
      const within = tx?.db ?? db
      return anyCaseOf(within, await accountsWith(within, clientId), 'screening')
    },
  }
}
