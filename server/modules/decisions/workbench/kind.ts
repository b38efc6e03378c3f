import { contentOf, type RuleRow, rowIssues, rowsOf, settled } from '#contract/decisionTable/table.ts'
import { tableChanges } from '#contract/decisionTable/words.ts'
import type { Lender } from '#contract/lender.ts'
import { ruleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Kind, pastIds, type Trial } from '../../versions/index.ts'
import { reasonTexts } from '../explaining.ts'
import type { LegalFacts } from './checking.ts'
import { type Made, madeText, openComparison } from './comparing.ts'
import { openPast, type PastDecision } from './past.ts'
import type { AskChecks, DecideMany } from './trying.ts'
import type { Versions } from './versions.ts'

interface Parts {
  readonly platform: Platform
  readonly lender: Lender
  readonly versions: Versions
  readonly check: AskChecks
  readonly decide: DecideMany
}

/** The decision rules as one of the things that have versions. */
export function decisionKind({ platform, lender, versions, check, decide }: Parts): Kind<RuleRow[]> {
  const { clock, db } = platform

  function law(): LegalFacts {
    const day = dateInZone(clock.now(), lender.zone)
    return {
      dailyRateCap: ruleOn(lender.rules, 'dailyRateCap', day),
      productRates: lender.products.map(({ dailyRate }) => dailyRate),
      asksScoring: versions.asksScoring,
    }
  }

  const trial: Trial<Made, PastDecision> = {
    ids: (wanted, span) => pastIds(db, 'decision', wanted, span),
    read: openPast(platform),
    decide: (tried, known) =>
      decide(
        tried,
        known.map(({ inputs }) => inputs),
      ),
    compare: (tried) => openComparison(reasonTexts(tried)),
    text: (made, tried) => madeText(made, reasonTexts(tried)),
  }

  return {
    kind: 'decision',
    files: () => versions.files,
    ofFile: versions.ofFile,
    rowsOf,
    contentOf: (rows) => contentOf(settled(rows)),
    issues: rowIssues,
    check: (rows) => check(rows, law()),
    isSame: (one, other) => tableChanges(one, other).length === 0,
    // a version of before the scoring was asked says nothing of its silence
    mayForce: async (content) =>
      versions.asksScoring && !content.includes('"opinion.silent"')
        ? ['Эта версия не говорит, что делать, когда скоринг молчит']
        : [],
    trial,
  }
}
