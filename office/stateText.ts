import type { State } from '#contract/life.ts'

/** The state of a request in the staff's words */
export const stateText: Readonly<Record<State, string>> = {
  New: 'заполняется',
  Queued: 'ждёт проверки',
  InReview: 'на проверке',
  RollbackVerification: 'исправляет клиент',
  Hyb_Verification_Approved: 'ждёт решения',
  Approved: 'предложение у клиента',
  Cooldown: 'период охлаждения',
  Payout: 'выплата',
  Processed: 'выдан',
  Rejected: 'отказ',
}
