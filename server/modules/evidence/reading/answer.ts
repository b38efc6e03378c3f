import type { fileRefusals } from '#contract/calls/evidence.ts'

/** `paper`: a photo or a PDF that bears out what somebody asks for. */
export type EvidenceKind = 'photo' | 'video' | 'paper'

/** Why a file is not taken. */
export type Refusal = (typeof fileRefusals)[number]

/** A file made fit to be kept, or the code of why not. */
export type Reading =
  | { readonly type: string; readonly bytes: Uint8Array; readonly durationMs?: number }
  | { readonly refused: Refusal }

/** Points a side of the small grey square a picture is compared by. */
export const shadesSide = 192
