import type { Kysely } from 'kysely'
import type { PassportAnswer } from '#contract/calls/passport.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Evidence } from '../evidence/index.ts'
import { openReader, type PassportReading, type ReadPassport } from './reader.ts'
import { insertReading, newestPhoto, type ReadingRow } from './store.ts'

const job = 'readPassport'
/** A photo is read within seconds; one that waits longer is typed by hand. */
const patienceMs = 45_000

const place = (fileId: string) => ({ table: 'passport_reading', id: fileId })

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'clientKeys' | 'jobs' | 'transact'>
  readonly evidence: Pick<Evidence, 'stored' | 'read'>
  /** The step that asks for the photo of the main spread; none: nothing is read. */
  readonly step: number | undefined
  readonly read?: ReadPassport
}

/** Reads the machine-readable zone of passports' photos, after they have come: whatever becomes of it costs the borrower nothing. */
export function createPassports({ platform, evidence, step, read = openReader() }: Parts) {
  const { clock, clientKeys, jobs } = platform

  async function readOne(fileId: string): Promise<void> {
    const file = await evidence.stored(fileId).catch(() => null)
    if (!file) return
    const began = performance.now()
    const found = await read(await evidence.read(file, 0, file.stored_size ?? 0))
    const outcome = typeof found === 'string' ? found : 'read'
    await platform.transact(async (tx) => {
      const keys = await clientKeys.of(tx.db, file.client_id)
      const row: ReadingRow = {
        file_id: fileId,
        client_id: file.client_id,
        outcome,
        sealed: typeof found === 'string' ? null : keys.seal(found, place(fileId)),
        took_ms: Math.round(performance.now() - began),
        at: clock.now(),
      }
      if (!(await insertReading(tx.db, row))) return
      tx.journal({
        event: 'evidence.machineRead',
        actor: { kind: 'job', id: job },
        subject: { kind: 'request', id: file.request_id },
        data: { file: fileId, step: file.step, outcome },
      })
    })
  }

  jobs.define<{ fileId: string }>(job, ({ fileId }) => readOne(fileId), { retries: 2, concurrency: 1 })

  /** What was read of the photo a request has now. */
  async function of(within: Kysely<unknown>, requestId: string) {
    const photo = step === undefined ? undefined : await newestPhoto(within, requestId, step)
    if (!photo) return { state: 'none' } as const
    if (photo.outcome === undefined || photo.outcome === null) {
      const late = clock.now().getTime() - photo.stored_at.getTime() > patienceMs
      return { state: late ? 'unread' : 'reading' } as const
    }
    if (!photo.sealed || !photo.client_id) return { state: 'unread' } as const
    const keys = await clientKeys.of(within, photo.client_id)
    return { state: 'read', reading: keys.unseal<PassportReading>(photo.sealed, place(photo.id)) } as const
  }

  return {
    /** A photo was stored: if it is of a passport, it is read soon. */
    async came(tx: Tx, file: { readonly file: string; readonly step: number }): Promise<void> {
      if (file.step === step) await tx.send(job, { fileId: file.file })
    },

    of,

    /** For the borrower: what the check digits prove, and nothing else. */
    async answer(requestId: string): Promise<PassportAnswer> {
      const found = await of(platform.db, requestId)
      return found.state === 'read' ? { state: 'read', values: found.reading.values } : { state: found.state }
    },
  }
}

export type Passports = ReturnType<typeof createPassports>
