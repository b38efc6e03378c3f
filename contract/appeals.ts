import { addDays, type IsoDate } from './dates.ts'
import { type RuleTable, requiredRuleOn } from './rules.ts'
import { addWorkingDays, type WorkingCalendar } from './workingDays.ts'

/** What a borrower may ask of the lender in so many words; each is registered, has a number and a day by which it is answered. */
export const appealKinds = {
  holiday: 'Кредитные каникулы',
  restructuring: 'Новые условия возврата',
  complaint: 'Жалоба или вопрос',
  dataCopy: 'Копия моих данных',
  dataCorrection: 'Исправить мои данные',
  consentWithdrawal: 'Отозвать согласие',
  dataDeletion: 'Удалить мои данные',
  contactRefusal: 'Отказ от взаимодействия',
} as const
export type AppealKind = keyof typeof appealKinds

/** A refusal of contacts is valid on paper only (230-ФЗ art. 8): the staff enter it, no screen of the borrower asks for it. */
const onPaperOnly: readonly AppealKind[] = ['contactRefusal']
export const cabinetKinds = (Object.keys(appealKinds) as AppealKind[]).filter((kind) => !onPaperOnly.includes(kind))

/** How an appeal came: by itself from the cabinet, or the staff entered what came otherwise. */
export const appealWays = {
  cabinet: 'Из личного кабинета',
  post: 'По почте',
  counter: 'Принесли лично',
  notary: 'Через нотариуса',
  email: 'По электронной почте',
  phone: 'По телефону',
} as const
export type AppealWay = keyof typeof appealWays
export type EnteredWay = Exclude<AppealWay, 'cabinet'>
export const enteredWays = (Object.keys(appealWays) as AppealWay[]).filter(
  (way): way is EnteredWay => way !== 'cabinet',
)

/** The ways in which the law lets a refusal of contacts come. */
export const refusalWays: readonly AppealWay[] = ['post', 'counter', 'notary']

/** Kinds that are about one loan. */
export const isAboutLoan = (kind: AppealKind): kind is 'holiday' | 'restructuring' =>
  kind === 'holiday' || kind === 'restructuring'

/** `papers`: the borrower is asked for more; `offered`: new terms wait for the borrower's word. */
export const appealStates = {
  open: 'Рассматриваем',
  papers: 'Ждём документы',
  offered: 'Ждём вашего согласия',
  answered: 'Ответ дан',
  withdrawn: 'Отозвано',
} as const
export type AppealState = keyof typeof appealStates

/** How each kind may be answered, and whether it takes two of the staff: what changes terms, refuses a right or cannot be undone. */
export const appealOutcomes = {
  holiday: { granted: { title: 'Каникулы', two: false }, refused: { title: 'Отказ', two: true } },
  restructuring: {
    offered: { title: 'Предложить новые условия', two: true },
    refused: { title: 'Отказ', two: false },
  },
  complaint: {
    satisfied: { title: 'Удовлетворить', two: true },
    partly: { title: 'Удовлетворить частично', two: true },
    refused: { title: 'Отказать', two: true },
    explained: { title: 'Ответить на вопрос', two: true },
  },
  dataCopy: { done: { title: 'Выдать', two: false }, refused: { title: 'Отказать', two: true } },
  dataCorrection: { done: { title: 'Исправлено', two: false }, refused: { title: 'Отказать', two: true } },
  consentWithdrawal: { done: { title: 'Исполнено', two: false }, refused: { title: 'Отказать', two: true } },
  dataDeletion: { done: { title: 'Удалить, что можно', two: true }, refused: { title: 'Отказать', two: true } },
  contactRefusal: {
    stopped: { title: 'Не обращаться совсем', two: false },
    lawyer: { title: 'Только через представителя', two: false },
    refused: { title: 'Отказать: закон пока не даёт', two: true },
  },
} as const satisfies Readonly<Record<AppealKind, Readonly<Record<string, { title: string; two: boolean }>>>>

export const outcomes = [
  'granted',
  'offered',
  'done',
  'satisfied',
  'partly',
  'explained',
  'stopped',
  'lawyer',
  'refused',
] as const
export type AppealOutcome = (typeof outcomes)[number]

/** The row of the table for an outcome of a kind; undefined where the kind has none such. */
export const outcomeOf = (kind: AppealKind, outcome: AppealOutcome): { title: string; two: boolean } | undefined =>
  (appealOutcomes[kind] as Partial<Record<AppealOutcome, { title: string; two: boolean }>>)[outcome]

/**
 * Whether the day of the answer runs: not while papers of a holiday or of new terms are waited for. Complaints and
 * requests about personal data are answered in their time with or without what was asked for (442-ФЗ, 152-ФЗ).
 */
export const clockRuns = (kind: AppealKind, state: AppealState): boolean =>
  state === 'open' || (state === 'papers' && !isAboutLoan(kind))

export interface AppealDeadlines {
  /** The last day for the answer. */
  readonly answerBy: IsoDate
  /** When nobody has answered by the end of this day, it is as the borrower asked; null: silence means nothing. */
  readonly silenceOn: IsoDate | null
}

/** By when an appeal that came (or whose papers came) on a day is to be answered, by the rules of that day. */
export function deadlinesOf(
  kind: AppealKind,
  cameOn: IsoDate,
  rules: RuleTable,
  calendar: WorkingCalendar,
): AppealDeadlines {
  const working = (days: number) => ({ answerBy: addWorkingDays(calendar, cameOn, days), silenceOn: null })
  if (kind === 'holiday') {
    const { answerWorkingDays, silenceDays } = requiredRuleOn(rules, 'holiday', cameOn)
    return { ...working(answerWorkingDays), silenceOn: addDays(cameOn, silenceDays) }
  }
  if (kind === 'restructuring') return working(requiredRuleOn(rules, 'restructuring', cameOn).answerWorkingDays)
  if (kind === 'complaint') return working(requiredRuleOn(rules, 'complaints', cameOn).answerWorkingDays)
  if (kind === 'contactRefusal') return working(requiredRuleOn(rules, 'contactRefusal', cameOn).answerWorkingDays)
  const { copyWorkingDays, correctionWorkingDays, endDays } = requiredRuleOn(rules, 'dataRequests', cameOn)
  if (kind === 'dataCopy') return working(copyWorkingDays)
  if (kind === 'dataCorrection') return working(correctionWorkingDays)
  return { answerBy: addDays(cameOn, endDays), silenceOn: null }
}
