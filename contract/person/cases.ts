/** Why a client waits for a person of the staff, and what the office calls it. */
export const caseKinds = {
  twoAccounts: 'Один человек с двумя аккаунтами',
  twoPersons: 'Номера документов принадлежат разным людям',
  alike: 'Похоже, тот же человек под другими документами',
  screening: 'Совпадение со списком',
  coreDifference: 'Остаток в учётной системе другой',
} as const
export type CaseKind = keyof typeof caseKinds

/** How a case ends, in the staff's words. */
export const caseOutcomes = {
  cleared: 'Препятствий нет',
  confirmed: 'Подтвердилось',
} as const
export type CaseOutcome = keyof typeof caseOutcomes
