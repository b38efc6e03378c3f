import type { fileRefusals } from '#contract/calls/evidence.ts'

export type EvidenceKind = 'photo' | 'video'

/** Why a file is not taken. */
export type Refusal = (typeof fileRefusals)[number]

/** A file made fit to be kept, or the code of why not. */
export type Reading =
  | { readonly type: string; readonly bytes: Uint8Array; readonly durationMs?: number }
  | { readonly refused: Refusal }

/** Points a side of the small grey square a picture is compared by. */
export const shadesSide = 192
