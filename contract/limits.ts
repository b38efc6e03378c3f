export type { Counted, Figure, Limit, LimitKey } from './limits/kinds.ts'
export { type LimitOverrides, limitOverridesSchema } from './limits/overrides.ts'
export { type FigureName, type LimitName, limits } from './limits/table.ts'
