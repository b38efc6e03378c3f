/** A recording as it can be played and sought in, and what of it is really there. */
export interface Recording {
  readonly bytes: Buffer
  /** From its frames, not from what a header says. */
  readonly durationMs: number
  /** Of the picture, with bytes in the file. */
  readonly frames: number
  /** Bytes of those frames. */
  readonly frameBytes: number
}
