import { formatDate } from '#contract/dates.ts'
import { ruleTitles } from '#contract/rules/titles.ts'
import type { ClientSealing } from '#server/platform/client-keys.ts'
import { type DecisionInputs, debtBurden, priceOf } from './inputs.ts'
import { rowTexts } from './rules.ts'
import type { DecisionRow } from './store.ts'

/** Reasons that are neither a row of the lender's table nor a dated rule of the law. */
const others: Readonly<Record<string, string>> = {
  selfBan: 'Самозапрет на займы',
  dearLoansUnclear: 'Дорогих займов в других организациях, возможно, больше, чем разрешает закон: уточните',
  pauseUnclear: 'Недавно погашен заём неизвестной стоимости: возможно, ещё идёт пауза',
  paymentsUnclear: 'В бюро есть договор в валюте или без суммы платежа: посчитайте нагрузку',
  unknownToBureaus: 'Ни одно бюро не знает клиента, у которого был заём у нас: проверьте данные',
  identityMissing: 'Личность не подтверждена, а без этого заём выдать нельзя',
}

const titles: Readonly<Record<string, string>> = { ...ruleTitles, ...others }

/** The words for a reason: a row of these rules, or the law's. */
export function reasonTexts(rules: { readonly content: string } | undefined): (reason: string) => string {
  const rows = rules ? rowTexts(rules) : new Map<string, string>()
  return (reason) => rows.get(reason) || (titles[reason] ?? reason)
}

/** Why a decision was made, as a person reads it: the rules that spoke, and what they were told. */
export interface Explained {
  readonly why: readonly string[]
  readonly known: {
    readonly bureau: string
    readonly score: number | null
    readonly burden: string
    /** How many others refused for a suspicion of fraud. */
    readonly fraudElsewhere: number
  }
}

export function explain(
  row: DecisionRow,
  rules: { readonly content: string } | undefined,
  sealing: Pick<ClientSealing, 'unseal'>,
  place: { readonly table: string; readonly id: string; readonly column: string },
): Explained {
  const words = reasonTexts(rules)
  const inputs = sealing.unseal<DecisionInputs>(row.inputs, place)
  return {
    why: [
      ...row.reasons.map(words),
      ...(inputs.snoozed ?? []).map(
        ({ row: silent, until }) => `Отложено до ${formatDate(until, 'numeric')} двумя сотрудниками: ${words(silent)}`,
      ),
    ],
    known: {
      bureau: inputs.bureau.name,
      score: inputs.bureau.score,
      burden: debtBurden(inputs, priceOf(inputs, inputs.wish.amount)).toFixed(1),
      fraudElsewhere: inputs.registry?.elsewhere.refusedForFraud ?? 0,
    },
  }
}
