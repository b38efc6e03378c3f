import type { CancelReason } from '#server/providers/payout/port.ts'

/** Why the money did not arrive and what the borrower can do, in words. */
export const cancelWords: Readonly<Record<CancelReason, string>> = {
  insufficient_funds: 'Перевод задержался на нашей стороне. Выберите способ ещё раз — мы отправим снова.',
  fraud_suspected: 'Банк остановил перевод для проверки. Выберите другой счёт или банк.',
  one_time_limit_exceeded: 'Сумма больше лимита банка на один перевод. Выберите другой счёт или банк.',
  periodic_limit_exceeded: 'Лимит переводов в этом банке исчерпан. Выберите другой счёт или банк.',
  rejected_by_payee: 'Банк не принял перевод. Выберите другой счёт или банк.',
  general_decline: 'Банк отклонил перевод без объяснений. Выберите другой счёт или банк.',
  issuer_unavailable: 'Банк сейчас не отвечает. Выберите другой банк или попробуйте позже.',
  recipient_not_found: 'По этому номеру в банке никого не нашли. Проверьте телефон и банк.',
  recipient_check_failed: 'Имя получателя в банке не совпало с вашим паспортом. Укажите свой счёт.',
  identification_required: 'Банк просит получателя подтвердить личность. Выберите другой счёт или банк.',
}
