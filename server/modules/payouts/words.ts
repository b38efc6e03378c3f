import type { CancelReason } from '#server/providers/payout/port.ts'

/** Why the money did not arrive and what the borrower can do, in words. */
export const cancelWords: Readonly<Record<Exclude<CancelReason, 'insufficient_funds'>, string>> = {
  fraud_suspected: 'Банк остановил перевод для проверки. Выберите другой счёт или банк.',
  one_time_limit_exceeded: 'Сумма больше лимита банка на один перевод. Выберите другой счёт или банк.',
  periodic_limit_exceeded: 'Лимит переводов в этом банке исчерпан. Выберите другой счёт или банк.',
  rejected_by_payee: 'Банк не принял перевод. Выберите другой счёт или банк.',
  general_decline: 'Банк отклонил перевод без объяснений. Выберите другой счёт или банк.',
  issuer_unavailable: 'Банк сейчас не отвечает. Выберите другой банк или попробуйте позже.',
  recipient_not_found: 'По этому номеру в банке никого не нашли. Проверьте телефон и банк.',
  recipient_check_failed: 'Имя получателя в банке не совпало с вашим паспортом. Укажите свой счёт.',
  identification_required: 'Банк просит получателя подтвердить личность. Выберите другой счёт или банк.',
  destination_not_taken: 'Так перевести деньги мы сейчас не можем. Выберите другой способ.',
  receiver_not_checked: 'Закон велит сверить имя получателя, а так его не сверить. Выберите другой способ.',
}

const officeReasons: Readonly<Record<CancelReason, string>> = {
  insufficient_funds: 'не хватило денег на нашем счёте',
  fraud_suspected: 'банк заподозрил мошенничество',
  one_time_limit_exceeded: 'больше лимита банка на один перевод',
  periodic_limit_exceeded: 'лимит переводов в банке исчерпан',
  rejected_by_payee: 'банк получателя не принял',
  general_decline: 'отклонено без объяснений',
  issuer_unavailable: 'банк не отвечает',
  recipient_not_found: 'получателя с таким телефоном в банке нет',
  recipient_check_failed: 'имя получателя не совпало',
  identification_required: 'банк просит получателя подтвердить личность',
  destination_not_taken: 'платёжная система не переводит таким способом; её не спрашивали',
  receiver_not_checked: 'платёжная система не сверяет здесь имя получателя; её не спрашивали',
}

/** What keeps a payout waiting for money of ours. */
export const unfunded = officeReasons.insufficient_funds

/** Why an attempt came to nothing, for the office: a reason of the rail in words, its complaint as it is. */
export const officeReason = (reason: string): string => officeReasons[reason as CancelReason] ?? reason
