/** A message's address and words: sealed at rest. */
export interface Content {
  readonly to: string
  readonly text: string
  readonly subject?: string
  /** Documents that go with a letter: read when it is sent. */
  readonly papers?: Papers
}

/** Signed documents of one request, by id. */
export interface Papers {
  readonly requestId: string
  readonly documents: readonly string[]
}

/** Where a message's content is sealed to. */
export const contentPlace = (id: string) => ({ table: 'message', id })
