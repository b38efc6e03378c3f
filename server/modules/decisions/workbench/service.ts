import type { Lender } from '#contract/lender.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { People } from '../../people/index.ts'
import { createBacktests } from './backtests.ts'
import { createDrafts } from './drafts.ts'
import { createShadows } from './shadows.ts'
import { createSnoozes } from './snoozes.ts'
import { openTrying } from './trying.ts'
import { createTurns } from './turns.ts'
import type { Versions } from './versions.ts'

interface Parts {
  readonly platform: Platform
  readonly lender: Lender
  readonly versions: Versions
  readonly people: Pick<People, 'accounts'>
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
}

/** Where the staff change the decision rules: drafts, what they would change, the word of two, back again. */
export function createWorkbench({ platform, lender, versions, people, staffNames }: Parts) {
  const { check, decide } = openTrying()
  const { zone } = lender
  const drafts = createDrafts({ platform, lender, versions, check })
  return {
    versions,
    drafts,
    staffNames,
    turns: createTurns({ platform, versions, drafts }),
    backtests: createBacktests({ platform, zone, decide }),
    shadows: createShadows({ platform, drafts, decide }),
    snoozes: createSnoozes({ platform, zone, people, versions }),
  }
}

export type Workbench = ReturnType<typeof createWorkbench>
