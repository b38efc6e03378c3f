import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type Evidence, readShades, shadesSide } from '../evidence/index.ts'
import type { People } from '../people/index.ts'
import { looked, mayBe, sameAmong } from './finding.ts'
import { printOf } from './shades.ts'
import { insertMatch, insertPrint, type NearPrint, nearestPrints } from './store.ts'

const job = 'comparePhoto'

const place = (fileId: string) => ({ table: 'photo_print', id: fileId })

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'clientKeys' | 'jobs' | 'transact'>
  readonly evidence: Pick<Evidence, 'stored' | 'read'>
  readonly people: Pick<People, 'accounts'>
  /** Steps whose photo is of a document. Faces are never compared (572-ФЗ). */
  readonly steps: ReadonlySet<number>
}

/** Photos of documents compared with those of other persons, after they have come: one picture at two persons is a signal. */
export function createPhotos({ platform, evidence, people, steps }: Parts) {
  const { db, clock, clientKeys, jobs } = platform

  async function compare(fileId: string): Promise<void> {
    const file = await evidence.stored(fileId).catch(() => null)
    if (!file) return
    const points = await readShades(await evidence.read(file, 0, file.stored_size ?? 0))
    if (!points) return
    const shades = { side: shadesSide, points }
    const { coarse, fine } = printOf(shades)
    await platform.transact(async (tx) => {
      const sealed = (await clientKeys.of(tx.db, file.client_id)).seal([...fine].join(''), place(fileId))
      const kept = { file_id: fileId, client_id: file.client_id, coarse, fine: sealed }
      await insertPrint(tx.db, kept, { requestId: file.request_id, step: file.step, at: clock.now() })
    })
    // Kept before it is compared: of two that come at once the later one finds the other.
    const except = await people.accounts(file.client_id)
    const library = {
      nearest: (tries: readonly string[]) => nearestPrints(db, tries, { except, within: mayBe, most: looked }),
      async fine(near: NearPrint) {
        const keys = await clientKeys.of(db, near.client_id)
        return Uint8Array.from(keys.unseal<string>(near.fine, place(near.file_id)), Number)
      },
    }
    for (const { near, likeness } of await sameAmong(shades, library)) await match(file, near.file_id, likeness)
  }

  const match = (file: { id: string; request_id: string; step: number }, other: string, found: number) =>
    platform.transact(async (tx) => {
      if (!(await insertMatch(tx.db, [file.id, other], Math.round(found * 100), clock.now()))) return
      tx.journal({
        event: 'evidence.samePhoto',
        actor: { kind: 'job', id: job },
        subject: { kind: 'request', id: file.request_id },
        data: { file: file.id, step: file.step, other },
      })
    })

  jobs.define<{ fileId: string }>(job, ({ fileId }) => compare(fileId), { retries: 2, concurrency: 1 })

  return {
    /** A photo was stored: if it is of a document, it is compared soon. */
    async came(tx: Tx, file: { readonly file: string; readonly step: number }): Promise<void> {
      if (steps.has(file.step)) await tx.send(job, { fileId: file.file })
    },
  }
}

export type Photos = ReturnType<typeof createPhotos>
