import type { EvidenceKind } from './contents.ts'

const MB = 1024 * 1024

/** What a step's file is. */
export const kindOfStep: Readonly<Record<number, EvidenceKind>> = { 28: 'photo', 29: 'photo', 30: 'photo', 31: 'video' }

export const limits = {
  /** Bytes of one file. */
  size: { photo: 10 * MB, video: 40 * MB } as Readonly<Record<EvidenceKind, number>>,
  files: 20,
  /** Bytes of all files of a request. */
  together: 100 * MB,
  perHour: { limit: 80, window: 3600_000 },
  /** An upload that is not whole by then is thrown away. */
  unfinishedMs: 24 * 3600_000,
}
