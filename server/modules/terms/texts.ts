import { type DraftTexts, draftOfTexts, textChanges, textIssues, textsContent } from '#contract/versions/texts.ts'
import type { Kind, Version } from '../versions/index.ts'

/** The words of notices as one of the things that have versions. */
export const textsKind = (ofFile: Version): Kind<DraftTexts> => ({
  kind: 'texts',
  files: () => [ofFile],
  ofFile: () => ofFile,
  rowsOf: draftOfTexts,
  contentOf: textsContent,
  issues: textIssues,
  isSame: (one, other) => textChanges(one, other).length === 0,
  check: async (rows) => textIssues(rows).map((issue) => ({ level: 'error', ...issue })),
  mayForce: async () => [],
  // what was told stays as it was told
  trial: null,
})
