import { mostCounted } from '#contract/calls/office/queue.ts'

/** «1000+» where counting stopped */
export const countText = (count: number): string => (count >= mostCounted ? `${mostCounted}+` : String(count))
