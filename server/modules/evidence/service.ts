import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { ClientActor } from '#server/http/actors.ts'
import { crash } from '#server/platform/crash.ts'
import type { Db } from '#server/platform/database.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { openTurns } from '#server/platform/turns.ts'
import type { FileStore } from '#server/providers/files/port.ts'
import type { RequestKey, Requests, StoredRequest } from '../requests/index.ts'
import { checkContents, type EvidenceKind, type Refusal } from './contents.ts'
import type { Digits } from './digits.ts'
import { limits } from './limits.ts'
import { hasVanished, openReceiving } from './receiving.ts'
import {
  anyEvidence,
  deleteEvidence,
  type EvidenceRow,
  evidenceOf,
  forgotten,
  insertEvidence,
  lockEvidence,
  readEvidence,
  receivingAmong,
  storedAmong,
  updateEvidence,
} from './store.ts'
import { onceAtATime, oneAfterAnother } from './turns.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly store: FileStore
  readonly digits: Digits
  /** What the file of a step is; none: the step asks for no file. */
  readonly kindOf: (step: number) => EvidenceKind | undefined
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

const pieceSize = 1024 * 1024

/** Of forty megabytes too, other calls are answered meanwhile. */
async function sha256Of(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < bytes.length; at += pieceSize) {
    hash.update(bytes.subarray(at, at + pieceSize))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return hash.digest('hex')
}

/** Photos and videos of requests: announced, received, checked, sealed, accepted with their step. */
export function createEvidence({ platform, requests, store, digits, kindOf }: Parts) {
  const { clock, config } = platform
  const keysOf = (db: Db, { client_id }: Pick<EvidenceRow, 'client_id'>) => platform.clientKeys.of(db, client_id)
  const sealingOf = async (db: Db, row: Pick<EvidenceRow, 'client_id'>) => (await keysOf(db, row)).files
  const receiving = openReceiving(
    join(config.dataDir, 'uploads'),
    async (row) => (await keysOf(platform.db, row)).partials,
  )
  const once = onceAtATime()
  const ofOne = oneAfterAnother()
  const inTurn = openTurns(limits.checkedAtOnce, limits.waitingForCheck)
  const journal = (
    tx: Tx,
    event: 'evidence.store' | 'evidence.refuse' | 'evidence.accept' | 'evidence.carry',
    row: EvidenceRow,
    data: { readonly sha256?: string | null; readonly reason?: string; readonly from?: string } = {},
  ) =>
    tx.journal({
      event,
      actor: { kind: 'client', id: row.client_id },
      subject: { kind: 'request', id: row.request_id },
      data: { file: row.id, step: row.step, ...data },
    })

  /** The client's own file, or `not_found`. */
  async function owned(actor: Owner, id: string): Promise<EvidenceRow> {
    const row = await readEvidence(platform.db, { id, client_id: actor.id })
    if (!row || (actor.only ?? row.request_id) !== row.request_id) throw fail('not_found')
    return row
  }

  /** The file is opened once: whatever comes of that settles it. */
  async function check(row: EvidenceRow): Promise<EvidenceRow> {
    if ((await receiving.arrived(row)) !== row.size) throw fail('upload_incomplete')
    const found = await checkContents(row.kind as EvidenceKind, receiving.read(row))
    if ('refused' in found) {
      await settle(row, { state: 'refused', refusal: found.refused })
      throw fail(found.refused)
    }
    const { bytes, type, durationMs } = found
    const sealing = await sealingOf(platform.db, row)
    await store.write(row.id, await sealing.seal(row.id, bytes))
    crash('file-stored')
    return settle(row, {
      state: 'stored',
      type,
      sha256: await sha256Of(bytes),
      stored_size: bytes.length,
      duration_ms: durationMs ?? null,
      stored_at: clock.now(),
    })
  }

  async function settle(row: EvidenceRow, change: Partial<EvidenceRow>): Promise<EvidenceRow> {
    const settled = await platform.transact(async (tx) => {
      const now = await lockEvidence(tx.db, row)
      if (now?.state !== 'receiving') throw fail('not_found')
      await updateEvidence(tx.db, row, change)
      if (change.state === 'stored') await tx.emit('file.stored', { file: row.id, step: row.step })
      journal(tx, change.state === 'stored' ? 'evidence.store' : 'evidence.refuse', row, {
        ...(change.sha256 && { sha256: change.sha256 }),
        ...(change.refusal && { reason: change.refusal }),
      })
      return { ...now, ...change }
    })
    crash('file-settled')
    await receiving.drop(row.id)
    return settled
  }

  async function remove(tx: Tx, rows: readonly EvidenceRow[]): Promise<void> {
    await deleteEvidence(tx.db, rows)
    tx.afterCommit(async () => {
      for (const { id } of rows) await Promise.all([store.remove(id), receiving.drop(id)])
    })
  }

  /** Makes room among the photos and videos of a request: a retake replaces what was tried before and not accepted. */
  async function makeRoom(tx: Tx, others: readonly EvidenceRow[], { step, size }: Announcement): Promise<void> {
    const together = others.reduce((sum, row) => sum + (row.stored_size ?? row.size), size)
    const stale = others.filter((row) => row.step === step && !row.accepted_at)
    if (others.length - stale.length >= limits.files || together > limits.together) throw fail('too_many_files')
    await remove(tx, stale)
  }

  /** Papers stand beside each other, whatever state the request is in. */
  function roomForPaper(papers: readonly EvidenceRow[], { size }: Announcement): void {
    const together = papers.reduce((sum, row) => sum + (row.stored_size ?? row.size), size)
    if (papers.length >= limits.papers || together > limits.papersTogether) throw fail('too_many_files')
  }

  /** Throws away files in the folder that no upload knows: of this server only, whose folder it is. */
  const sweepReceived = () =>
    receiving.sweep(new Date(clock.now().getTime() - hour), (ids) => receivingAmong(platform.db, ids))

  return {
    receiving,
    owned,
    sweepReceived,

    /** Whether bytes of an upload are still taken. */
    isReceiving: async (of: EvidenceRow): Promise<boolean> =>
      (await readEvidence(platform.db, of))?.state === 'receiving',

    /** Makes room for a file; the same announcement again is fine until the file is settled. */
    async announce(clientId: string, given: Announcement): Promise<EvidenceRow> {
      const kind = kindOf(given.step)
      if (!kind || !(given.size > 0)) throw fail('bad_request')
      if (given.size > limits.size[kind]) throw fail('file_too_large')
      const known = await readEvidence(platform.db, { id: given.id, client_id: clientId })
      if (known) {
        const same = known.request_id === given.requestId && known.step === given.step && known.size === given.size
        if (!same) throw fail('not_found')
        if (known.state !== 'receiving') throw fail('state_conflict')
        return known
      }
      const digits_id = kind === 'video' ? await digits.current(clientId, given.requestId, given.digitsId) : null
      return platform.transact(async (tx) => {
        const request = await requests.lock(tx, given.requestId, clientId)
        const paper = kind === 'paper'
        if (!paper && request.state !== 'New' && request.state !== 'RollbackVerification') throw fail('step_closed')
        const all = await evidenceOf(tx.db, request)
        const others = all.filter((row) => row.state !== 'refused' && (row.kind === 'paper') === paper)
        if (paper) roomForPaper(others, given)
        else await makeRoom(tx, others, given)
        const row: EvidenceRow = {
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
        }
        if (!(await insertEvidence(tx.db, row))) throw fail('not_found')
        return row
      })
    },

    /** Checks and keeps a file that arrived whole. Two calls at once do the work once; of one person's files one is opened at a time. */
    finish: (actor: Owner, id: string): Promise<EvidenceRow> =>
      once(`${actor.id}:${id}`, async () => {
        await owned(actor, id)
        return ofOne(actor.id, async () => {
          const row = await owned(actor, id)
          if (row.state === 'refused') throw fail((row.refusal ?? 'file_broken') as Refusal)
          if (row.state === 'stored') return row
          return inTurn(() => check(row)).catch((error: unknown) => {
            // Taken back or replaced while it was being opened.
            throw hasVanished(error) ? fail('not_found') : error
          })
        })
      }),

    async cancel(actor: Owner, id: string): Promise<void> {
      const row = await owned(actor, id)
      if (row.accepted_at) throw fail('state_conflict')
      await platform.transact((tx) => remove(tx, [row]))
    },

    /** Ties a stored file to its step's answers. What was tried and replaced before sending goes away. */
    async take(
      tx: Tx,
      request: StoredRequest,
      step: number,
      file: string,
      answers: Readonly<Record<string, unknown>> = {},
    ) {
      const row = await lockEvidence(tx.db, { id: file, client_id: request.client_id })
      const right = row?.request_id === request.id && row.step === step && row.state === 'stored'
      if (!right) throw fail('evidence_missing')
      if (row.digits_id && (await digits.text(tx, row.client_id, row.digits_id)) !== answers.digits)
        throw fail('evidence_missing')
      await updateEvidence(tx.db, row, { accepted_at: clock.now() })
      const all = await evidenceOf(tx.db, request)
      const others = all.filter((other) => other.step === step && other.id !== row.id)
      const reviewed = (other: EvidenceRow) =>
        other.accepted_at !== null && request.sent_at !== null && other.accepted_at <= request.sent_at
      await remove(
        tx,
        others.filter((other) => !reviewed(other)),
      )
      journal(tx, 'evidence.accept', row, { sha256: row.sha256 })
    },

    /** Ties a stored paper to what it bears out: each once, and beside those that came before. */
    async takePaper(tx: Tx, clientId: string, file: string): Promise<void> {
      const row = await lockEvidence(tx.db, { id: file, client_id: clientId })
      const right = row?.kind === 'paper' && row.state === 'stored' && !row.accepted_at
      if (!right) throw fail('evidence_missing')
      await updateEvidence(tx.db, row, { accepted_at: clock.now() })
      journal(tx, 'evidence.accept', row, { sha256: row.sha256 })
    },

    /**
     * Copies a fresh file of this client's earlier request to a new request, so that each request owns its own bytes.
     * Answers the copy's id; null when the file is gone, another step's, or older than `lifeMs`.
     */
    async carry(tx: Tx, request: StoredRequest, step: number, file: string, lifeMs: number): Promise<string | null> {
      const row = await readEvidence(tx.db, { id: file, client_id: request.client_id })
      const own = row?.step === step && row.accepted_at !== null
      if (!own || !row.stored_at || row.stored_at.getTime() + lifeMs < clock.now().getTime()) return null
      const id = newId()
      const sealing = await sealingOf(tx.db, row)
      const bytes = await sealing.open(row.id, row.stored_size ?? 0, 0, row.stored_size ?? 0, (from, to) =>
        store.read(row.id, from, to),
      )
      await store.write(id, await sealing.seal(id, bytes))
      await insertEvidence(tx.db, { ...row, id, request_id: request.id, accepted_at: null })
      await tx.emit('file.stored', { file: id, step })
      journal(tx, 'evidence.carry', { ...row, id, request_id: request.id }, { from: row.id, sha256: row.sha256 })
      return id
    },

    /** Accepted files for the reviewer: of each step the newest, and the one of the round before. */
    async files(tx: Tx, request: RequestKey) {
      const accepted = (await evidenceOf(tx.db, request)).filter(
        ({ accepted_at, kind }) => accepted_at !== null && kind !== 'paper',
      )
      accepted.sort((a, b) => Number(b.accepted_at) - Number(a.accepted_at))
      return accepted.flatMap(({ id, step, kind, type }) => {
        const place = accepted.filter((row) => row.step === step).findIndex((row) => row.id === id)
        return place > 1 ? [] : [{ step, id, kind, type: type ?? '', before: place === 1 }]
      })
    },

    /** A stored file for the staff, by id only: who may see it is the caller's question. */
    async stored(id: string): Promise<EvidenceRow> {
      const row = await anyEvidence(platform.db, id)
      if (row?.state !== 'stored') throw fail('not_found')
      return row
    },

    /** Bytes of a stored file from `start` to `end`, not included. */
    async read(row: EvidenceRow, start: number, end: number): Promise<Buffer> {
      const sealing = await sealingOf(platform.db, row)
      const open = () =>
        sealing.open(row.id, row.stored_size ?? 0, start, end, (from, to) => store.read(row.id, from, to))
      // Between its head and its bytes the file may have been sealed with another key: then the second reading is right.
      return open()
        .catch(open)
        .catch(async (error: unknown) => {
          // Replaced by another picture while this one was being shown.
          if (!(await readEvidence(platform.db, row))) throw fail('not_found')
          throw error
        })
    },

    /** Throws away what never arrived whole, and bytes that no row knows. */
    async sweep(): Promise<void> {
      const old = await forgotten(platform.db, new Date(clock.now().getTime() - limits.unfinishedMs))
      await platform.transact((tx) => deleteEvidence(tx.db, old))
      for (const { id } of old) await Promise.all([receiving.drop(id), store.remove(id)])
      const names = await store.list(new Date(clock.now().getTime() - hour))
      const known = await storedAmong(platform.db, names)
      for (const name of names) if (!known.has(name)) await store.remove(name)
    },
  }
}

export type Evidence = ReturnType<typeof createEvidence>
