import type { ClientSealing } from '#server/platform/client-keys.ts'
import type { Db } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A message's address and words: sealed at rest. */
export interface Content {
  readonly to: string
  readonly text: string
  readonly subject?: string
  /** Documents that go with a letter: read when it is sent. */
  readonly papers?: Papers
  /** The hash of the version of texts its words are of. Absent: they have none. */
  readonly texts?: string
}

/** Signed documents of one request, by id. */
export interface Papers {
  readonly requestId: string
  readonly documents: readonly string[]
}

/** What a message to a client is sealed with; one to somebody who is none yet, with the server's own key. */
export const contentSealing = async (
  { sealing, clientKeys }: Pick<Platform, 'sealing' | 'clientKeys'>,
  db: Db,
  clientId: string | null | undefined,
): Promise<Pick<ClientSealing, 'seal' | 'unseal'>> => (clientId ? clientKeys.of(db, clientId) : sealing)

/** Where a message's content is sealed to. */
export const contentPlace = (id: string) => ({ table: 'message', id })
