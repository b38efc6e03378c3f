import type { DocumentView } from '#contract/calls/offer.ts'

type Edition = Pick<DocumentView, 'kind' | 'title' | 'createdAt'>

/** A request that was returned is signed again: of papers of one kind and title the latest counts, the others were before it. */
export function byEdition<Paper extends Edition>(documents: readonly Paper[]) {
  const latest = new Map<string, Paper>()
  for (const paper of documents) {
    const name = `${paper.kind} ${paper.title}`
    const other = latest.get(name)
    if (!other || other.createdAt <= paper.createdAt) latest.set(name, paper)
  }
  const standing = new Set(latest.values())
  return {
    current: documents.filter((paper) => standing.has(paper)),
    earlier: documents.filter((paper) => !standing.has(paper)),
  }
}
