import * as z from 'zod/mini'
import { ruleRows } from '../decisionTable/table.ts'
import { draftCalendar } from './calendar.ts'
import { draftTariffs } from './tariffs.ts'
import { draftTexts } from './texts.ts'

/** What a draft holds, by its kind: rows of the decision table, products, days, words. Faults within it are kept too: a draft is where they are mended. */
export const versionRows = z.union([draftCalendar, draftTariffs, ruleRows, draftTexts])
export type VersionRows = z.output<typeof versionRows>
