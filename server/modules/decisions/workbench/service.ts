import type { Lender } from '#contract/lender.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { People } from '../../people/index.ts'
import { createBacktests, createDrafts, createTurns, type Kind, keepContent, kindsOf } from '../../versions/index.ts'
import { keepRules } from '../store.ts'
import { decisionKind } from './kind.ts'
import { createShadows } from './shadows.ts'
import { createSnoozes } from './snoozes.ts'
import { openTrying } from './trying.ts'
import type { Versions } from './versions.ts'

interface Parts {
  readonly platform: Platform
  readonly lender: Lender
  readonly versions: Versions
  readonly people: Pick<People, 'accounts'>
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
  /** What else has versions, and who remembers which one counts. */
  readonly terms?: { readonly kinds: readonly Kind[]; readonly turned: Parameters<typeof createTurns>[0]['turned'] }
}

/** Where the staff change the decision rules, the tariffs, the calendar: drafts, what they would change, the word of two, back again. */
export function createWorkbench({ platform, lender, versions, people, staffNames, terms }: Parts) {
  const { check, decide } = openTrying()
  const { clock } = platform
  const { zone } = lender
  const kinds = kindsOf([decisionKind({ platform, lender, versions, check, decide }), ...(terms?.kinds ?? [])])
  const drafts = createDrafts({ platform, kinds })
  return {
    kinds,
    versions,
    drafts,
    staffNames,
    turns: createTurns({
      platform,
      zone,
      kinds,
      drafts,
      keep: (tx, kind, { sha256, version, content }) => {
        const row = { sha256, version, content, first_used_at: clock.now() }
        return kind === 'decision' ? keepRules(tx.db, row) : keepContent(tx.db, { ...row, kind })
      },
      turned: terms?.turned ?? (() => undefined),
    }),
    backtests: createBacktests({ platform, zone, kinds, drafts }),
    shadows: createShadows({ platform, drafts, decide }),
    snoozes: createSnoozes({ platform, zone, people, versions }),
  }
}

export type Workbench = ReturnType<typeof createWorkbench>
