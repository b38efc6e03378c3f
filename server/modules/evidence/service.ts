import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientActor } from '#server/http/actors.ts'
import { crash } from '#server/platform/crash.ts'
import type { Db } from '#server/platform/database.ts'
import { Failure, fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { FileStore } from '#server/providers/files/port.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { checkContents, type EvidenceKind } from './contents.ts'
import type { Digits } from './digits.ts'
import { kindOfStep, limits } from './limits.ts'
import {
  deleteEvidence,
  type EvidenceRow,
  evidenceOf,
  forgotten,
  insertEvidence,
  lockEvidence,
  readEvidence,
  storedAmong,
  updateEvidence,
} from './store.ts'
import { oneAtATime } from './turns.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly store: FileStore
  readonly digits: Digits
}

/** What a browser says before the first byte. */
export interface Announcement {
  readonly id: string
  readonly requestId: string
  readonly step: number
  readonly size: number
  readonly digitsId: string | undefined
}

/** A borrower, or their phone that takes the photos of one request only. */
type Owner = Pick<ClientActor, 'id' | 'only'>

const hour = 3600_000

/** Photos and videos of requests: announced, received, checked, sealed, accepted with their step. */
export function createEvidence({ platform, requests, store, digits }: Parts) {
  const { clock, config } = platform
  const sealingOf = async (db: Db, { client_id }: Pick<EvidenceRow, 'client_id'>) =>
    (await platform.clientKeys.of(db, client_id)).files
  const receivingFolder = join(config.dataDir, 'uploads')
  const receivedAt = (id: string) => join(receivingFolder, id)
  const turns = oneAtATime()
  const journal = (tx: Tx, event: string, row: EvidenceRow, data: Record<string, unknown> = {}) =>
    tx.journal({
      event,
      actor: { kind: 'client', id: row.client_id },
      subject: { kind: 'request', id: row.request_id },
      data: { file: row.id, step: row.step, ...data },
    })

  async function dropReceived(id: string): Promise<void> {
    await Promise.all([receivedAt(id), `${receivedAt(id)}.json`].map((path) => rm(path, { force: true })))
  }

  /** The client's own file, or `not_found`. */
  async function owned(actor: Owner, id: string): Promise<EvidenceRow> {
    const row = await readEvidence(platform.db, id)
    if (row?.client_id !== actor.id || (actor.only ?? row.request_id) !== row.request_id) throw fail('not_found')
    return row
  }

  async function check(row: EvidenceRow): Promise<EvidenceRow> {
    const received = await stat(receivedAt(row.id)).catch(() => null)
    if (received?.size !== row.size) throw fail('upload_incomplete')
    try {
      const { bytes, type, durationMs } = await checkContents(
        row.kind as EvidenceKind,
        await readFile(receivedAt(row.id)),
      )
      const sealing = await sealingOf(platform.db, row)
      await store.write(row.id, await sealing.seal(row.id, bytes))
      crash('file-stored')
      return await settle(row, {
        state: 'stored',
        type,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        stored_size: bytes.length,
        duration_ms: durationMs ?? null,
        stored_at: clock.now(),
      })
    } catch (error) {
      if (error instanceof Failure) await settle(row, { state: 'refused', refusal: error.code })
      throw error
    }
  }

  async function settle(row: EvidenceRow, change: Partial<EvidenceRow>): Promise<EvidenceRow> {
    const settled = await platform.transact(async (tx) => {
      const now = await lockEvidence(tx.db, row.id)
      if (now?.state !== 'receiving') throw fail('not_found')
      await updateEvidence(tx.db, row.id, change)
      journal(tx, change.state === 'stored' ? 'evidence.store' : 'evidence.refuse', row, {
        ...(change.sha256 && { sha256: change.sha256 }),
        ...(change.refusal && { reason: change.refusal }),
      })
      return { ...now, ...change }
    })
    crash('file-settled')
    await dropReceived(row.id)
    return settled
  }

  async function remove(tx: Tx, rows: readonly EvidenceRow[]): Promise<void> {
    await deleteEvidence(
      tx.db,
      rows.map(({ id }) => id),
    )
    tx.afterCommit(async () => {
      for (const { id } of rows) await Promise.all([store.remove(id), dropReceived(id)])
    })
  }

  return {
    receivingFolder,
    owned,

    /** Makes room for a file; the same announcement again is fine. */
    async announce(clientId: string, given: Announcement): Promise<void> {
      const kind = kindOfStep[given.step]
      if (!kind || !(given.size > 0)) throw fail('bad_request')
      if (given.size > limits.size[kind]) throw fail('file_too_large')
      const known = await readEvidence(platform.db, given.id)
      if (known) {
        if (known.client_id !== clientId || known.size !== given.size) throw fail('not_found')
        return
      }
      await platform.rate.within('uploads', clientId, limits.perHour)
      const digits_id = kind === 'video' ? await digits.current(given.requestId, given.digitsId) : null
      await platform.transact(async (tx) => {
        const request = await requests.lock(tx, given.requestId, clientId)
        if (request.state !== 'New' && request.state !== 'RollbackVerification') throw fail('step_closed')
        const all = await evidenceOf(tx.db, request.id)
        const others = all.filter((row) => row.state !== 'refused')
        const together = others.reduce((sum, row) => sum + (row.stored_size ?? row.size), given.size)
        const stale = others.filter((row) => row.step === given.step && !row.accepted_at)
        if (others.length - stale.length >= limits.files || together > limits.together) throw fail('too_many_files')
        // A retake replaces what was tried before and not accepted.
        await remove(tx, stale)
        await insertEvidence(tx.db, {
          id: given.id,
          client_id: clientId,
          request_id: request.id,
          step: given.step,
          kind,
          size: given.size,
          state: 'receiving',
          refusal: null,
          type: null,
          sha256: null,
          stored_size: null,
          duration_ms: null,
          digits_id,
          created_at: clock.now(),
          stored_at: null,
          accepted_at: null,
        })
      })
    },

    /** Checks and keeps a file that arrived whole. Two calls at once do the work once. */
    finish: (actor: Owner, id: string): Promise<EvidenceRow> =>
      turns(`${actor.id}:${id}`, async () => {
        const row = await owned(actor, id)
        if (row.state === 'refused') throw fail((row.refusal ?? 'file_broken') as 'file_broken')
        return row.state === 'stored' ? row : check(row)
      }),

    async cancel(actor: Owner, id: string): Promise<void> {
      const row = await owned(actor, id)
      if (row.accepted_at) throw fail('state_conflict')
      await platform.transact((tx) => remove(tx, [row]))
    },

    /** Ties a stored file to its step's answers. What was tried and replaced before sending goes away. */
    async take(tx: Tx, request: StoredRequest, step: number, answers: Readonly<Record<string, unknown>>) {
      const row = await lockEvidence(tx.db, String(answers.file))
      const right = row?.request_id === request.id && row.step === step && row.state === 'stored'
      if (!right) throw fail('evidence_missing')
      if (row.digits_id && (await digits.text(tx, row.digits_id)) !== answers.digits) throw fail('evidence_missing')
      await updateEvidence(tx.db, row.id, { accepted_at: clock.now() })
      const others = (await evidenceOf(tx.db, request.id)).filter((other) => other.step === step && other.id !== row.id)
      const reviewed = (other: EvidenceRow) =>
        other.accepted_at !== null && request.sent_at !== null && other.accepted_at <= request.sent_at
      await remove(
        tx,
        others.filter((other) => !reviewed(other)),
      )
      journal(tx, 'evidence.accept', row, { sha256: row.sha256 })
    },

    /**
     * Copies a fresh file of this client's earlier request to a new request, so that each request owns its own bytes.
     * Answers the copy's id; null when the file is gone, another step's, or older than `lifeMs`.
     */
    async carry(tx: Tx, request: StoredRequest, step: number, file: string, lifeMs: number): Promise<string | null> {
      const row = await readEvidence(tx.db, file)
      const own = row?.client_id === request.client_id && row.step === step && row.accepted_at !== null
      if (!own || !row.stored_at || row.stored_at.getTime() + lifeMs < clock.now().getTime()) return null
      const id = newId()
      const sealing = await sealingOf(tx.db, row)
      const bytes = await sealing.open(row.id, row.stored_size ?? 0, 0, row.stored_size ?? 0, (from, to) =>
        store.read(row.id, from, to),
      )
      await store.write(id, await sealing.seal(id, bytes))
      await insertEvidence(tx.db, { ...row, id, request_id: request.id, accepted_at: null })
      journal(tx, 'evidence.carry', { ...row, id, request_id: request.id }, { from: row.id, sha256: row.sha256 })
      return id
    },

    /** Accepted files for the reviewer: of each step the newest, and the one of the round before. */
    async files(tx: Tx, requestId: string) {
      const accepted = (await evidenceOf(tx.db, requestId)).filter(({ accepted_at }) => accepted_at !== null)
      accepted.sort((a, b) => Number(b.accepted_at) - Number(a.accepted_at))
      return accepted.flatMap(({ id, step, kind, type }) => {
        const place = accepted.filter((row) => row.step === step).findIndex((row) => row.id === id)
        return place > 1 ? [] : [{ step, id, kind, type: type ?? '', before: place === 1 }]
      })
    },

    /** A stored file for the staff, by id only: who may see it is the caller's question. */
    async stored(id: string): Promise<EvidenceRow> {
      const row = await readEvidence(platform.db, id)
      if (row?.state !== 'stored') throw fail('not_found')
      return row
    },

    /** Bytes of a stored file from `start` to `end`, not included. */
    async read(row: EvidenceRow, start: number, end: number): Promise<Buffer> {
      const sealing = await sealingOf(platform.db, row)
      const open = () =>
        sealing.open(row.id, row.stored_size ?? 0, start, end, (from, to) => store.read(row.id, from, to))
      // Between its head and its bytes the file may have been sealed with another key: then the second reading is right.
      return open().catch(open)
    },

    /** Throws away what never arrived whole, and bytes that no row knows. */
    async sweep(): Promise<void> {
      const old = await forgotten(platform.db, new Date(clock.now().getTime() - limits.unfinishedMs))
      await deleteEvidence(
        platform.db,
        old.map(({ id }) => id),
      )
      for (const { id } of old) await Promise.all([dropReceived(id), store.remove(id)])
      const names = await store.list(new Date(clock.now().getTime() - hour))
      const known = await storedAmong(platform.db, names)
      for (const name of names) if (!known.has(name)) await store.remove(name)
    },
  }
}

export type Evidence = ReturnType<typeof createEvidence>
