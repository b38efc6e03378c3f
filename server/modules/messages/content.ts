/** A message's address and words: sealed at rest. */
export interface Content {
  readonly to: string
  readonly text: string
  readonly subject?: string
}

/** Where a message's content is sealed to. */
export const contentPlace = (id: string) => ({ table: 'message', id })
