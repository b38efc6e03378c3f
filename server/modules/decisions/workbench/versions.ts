import type { Kysely } from 'kysely'
import type { Lender } from '#contract/lender.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { turnAt, turnsAhead } from '../../versions/index.ts'
import { type DecisionRules, nameSilence, rulesInForce, rulesOf } from '../rules.ts'

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'clock'>
  readonly lender: Pick<Lender, 'zone'>
  /** Those beside the program: the first version, until the staff put another one in force. */
  readonly files: readonly DecisionRules[]
  /** The lender's scoring is asked: the rules have to say what its silence means. */
  readonly asksScoring?: boolean
}

/** Which decision rules count: asked of the database each time, so that every server says the same from the same moment on. */
export function createVersions({ platform, lender, files, asksScoring = false }: Parts) {
  const { clock } = platform
  const today = () => dateInZone(clock.now(), lender.zone)
  const ofFile = () => rulesInForce(files, today())

  async function inForce(db: Kysely<unknown> = platform.db): Promise<DecisionRules> {
    return (await turnAt(db, 'decision', clock.now())) ?? ofFile()
  }

  return {
    files,
    asksScoring,
    ofFile,
    inForce,
    /** Throws StartRefused where the scoring is asked and a table that decides, or will, does not name its silence. */
    async mayStart(): Promise<void> {
      if (!asksScoring) return
      const ahead = (await turnsAhead(platform.db, 'decision', clock.now())).map((turn) =>
        rulesOf(turn.version, turn.content),
      )
      nameSilence([await inForce(), ...files.filter(({ from }) => from > today()), ...ahead])
    },
  }
}

export type Versions = ReturnType<typeof createVersions>
