import { type DerivedStatus, deriveStatus } from '#contract/status.ts'

const words: Readonly<Record<DerivedStatus, string>> = {
  prolongate: 'пролонгация',
  New: 'заполняется',
  Hyb_Verification_Approved: 'ждёт решения',
  RollbackVerification: 'исправляет клиент',
  Verification: 'на проверке',
  Approved: 'предложение у клиента',
  Rejected: 'отказ',
  Cooldown: 'период охлаждения',
  Payout: 'выплата',
  Processed: 'выдан',
  noResolveStatus: 'неизвестно',
}

/** The state of a request in the staff's words */
export function stateText({
  status,
  verification,
}: {
  readonly status: number
  readonly verification?: number | undefined
}): string {
  const source = { type: 'loan', status, ...(verification !== undefined && { verification: { status: verification } }) }
  const { status: derived } = deriveStatus(source)
  if (derived === 'Verification') return verification === 2 ? 'на проверке' : 'ждёт проверки'
  return words[derived]
}
