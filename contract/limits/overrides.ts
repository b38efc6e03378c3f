import * as z from 'zod/mini'
import { type Duration, durationSchema } from '../durations.ts'
import { type FigureName, type LimitName, limits } from './table.ts'

export interface ChangedFigure {
  readonly most?: number | undefined
  readonly window?: Duration | undefined
}

/** What a lender changes of the table: `{ "signInCode": { "ipv4": { "most": 600 } } }`. */
export type LimitOverrides = { readonly [Name in LimitName]?: { readonly [F in FigureName<Name>]?: ChangedFigure } }

const changed = z.strictObject({
  most: z.optional(z.int().check(z.minimum(1))),
  window: z.optional(durationSchema),
})

const ofFigures = (figures: object) =>
  z.strictObject(Object.fromEntries(Object.keys(figures).map((name) => [name, z.optional(changed)])))

const schema = z.strictObject(
  Object.fromEntries(Object.entries(limits).map(([name, { figures }]) => [name, z.optional(ofFigures(figures))])),
)

/** Names that are none of the table's are refused. The type says what the shape made from the table cannot. */
export const limitOverridesSchema = schema as unknown as z.ZodMiniType<LimitOverrides, LimitOverrides>
