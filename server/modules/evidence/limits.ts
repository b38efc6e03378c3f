import type { EvidenceKind } from './reading/answer.ts'

const MB = 1024 * 1024

export const limits = {
  /** Bytes of one file. */
  size: { photo: 10 * MB, video: 40 * MB, paper: 10 * MB } as Readonly<Record<EvidenceKind, number>>,
  files: 20,
  /** Bytes of all files of a request. */
  together: 100 * MB,
  /** Papers are apart: photos and videos of a request leave their room to them, and they theirs. */
  papers: 30,
  papersTogether: 100 * MB,
  /** Files are opened and sealed in memory: so many at once, and so many that wait for it. */
  checkedAtOnce: 2,
  waitingForCheck: 100,
  /** An upload that is not whole by then is thrown away. */
  unfinishedMs: 24 * 3600_000,
}
