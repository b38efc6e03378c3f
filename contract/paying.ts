/** What a borrower pays for: the button that was tapped. */
/** Where the money of a voided payment is: it never came or was taken back; or it is another's, and waits for its place. */
export const voidTos = ['gone', 'suspense'] as const
export type VoidTo = (typeof voidTos)[number]

export const payPurposes = ['next', 'due', 'whole', 'part', 'sum', 'prolong'] as const
export type PayPurpose = (typeof payPurposes)[number]

/** How somebody pays who is here: by the fast payment system or a card on the provider's page, or with a means kept there. */
export const payWays = ['sbp', 'card', 'saved'] as const
export type PayWay = (typeof payWays)[number]

/** What becomes of a payment that was begun. `checking`: the provider has not said yet whether it took the call. */
export const payStates = ['starting', 'waiting', 'checking', 'refused', 'succeeded', 'cancelled'] as const
export type PayState = (typeof payStates)[number]

interface CancelWords {
  /** For the borrower: what happened and what can be done. */
  readonly borrower: string
  readonly office: string
  /** The means will not do any more, whatever is tried: autopay ends. */
  readonly forGood?: true
}

const other = 'Попробуйте ещё раз или выберите другой способ.'

/** Why a payment came to nothing, as YooKassa names it; the last three are ours. */
export const payCancelReasons = {
  insufficient_funds: { borrower: `На счёте не хватило денег. ${other}`, office: 'не хватило денег' },
  general_decline: { borrower: `Банк не провёл платёж и не сказал почему. ${other}`, office: 'отказ без объяснений' },
  '3d_secure_failed': { borrower: `Платёж не подтверждён кодом банка. ${other}`, office: 'не подтверждён у банка' },
  call_issuer: {
    borrower: `Банк не провёл платёж: позвоните в банк или ${other.toLowerCase()}`,
    office: 'отказ банка',
  },
  card_expired: { borrower: 'Срок карты вышел. Выберите другую.', office: 'срок карты вышел', forGood: true },
  country_forbidden: { borrower: 'Картой этой страны оплатить нельзя. Выберите другую.', office: 'карта чужой страны' },
  expired_on_confirmation: {
    borrower: 'Время платежа вышло, деньги не списаны. Начните заново.',
    office: 'не оплачен вовремя',
  },
  fraud_suspected: {
    borrower: 'Банк остановил платёж для проверки. Выберите другой способ.',
    office: 'подозрение на мошенничество',
    forGood: true,
  },
  identification_required: {
    borrower: 'Банк просит подтвердить личность. Выберите другой способ.',
    office: 'нужна идентификация',
  },
  internal_timeout: { borrower: `Платёж не прошёл из-за сбоя. ${other}`, office: 'сбой у кассы' },
  invalid_card_number: { borrower: `Номер карты не подошёл. ${other}`, office: 'неверный номер карты', forGood: true },
  invalid_csc: { borrower: `Код с карты не подошёл. ${other}`, office: 'неверный код карты' },
  issuer_unavailable: { borrower: `Банк сейчас не отвечает. ${other}`, office: 'банк не отвечает' },
  payment_method_limit_exceeded: { borrower: `Лимит карты исчерпан. ${other}`, office: 'лимит карты' },
  payment_method_restricted: {
    borrower: 'Этой картой платить нельзя: операции по ней закрыты. Выберите другую.',
    office: 'операции запрещены',
    forGood: true,
  },
  permission_revoked: {
    borrower: 'Разрешение списывать отозвано в банке. Выберите другой способ.',
    office: 'разрешение отозвано',
    forGood: true,
  },
  unlinked: { borrower: 'Этот способ вы отвязали: с него ничего не списано.', office: 'способ отвязан', forGood: true },
  never_made: { borrower: 'Платёж не начался, деньги не списаны. Начните заново.', office: 'касса о нём не знает' },
  refund_declined: { borrower: 'Банк не принял возврат. Мы вернём деньги иначе.', office: 'возврат не принят' },
} as const satisfies Readonly<Record<string, CancelWords>>
export type PayCancelReason = keyof typeof payCancelReasons

export const endsAutopay = (reason: PayCancelReason): boolean => {
  const words: CancelWords = payCancelReasons[reason]
  return words.forGood === true
}

/** A charge without the person: told the day before, tried at these hours of the borrower's clock, on the date and so many days after it. */
export const autopayTimes = {
  toldAt: 10,
  tries: [
    { days: 0, hour: 10 },
    { days: 0, hour: 18 },
    { days: 1, hour: 10 },
    { days: 3, hour: 10 },
    { days: 7, hour: 10 },
  ],
} as const

/** Why charging by itself ended. */
export const autopayEnds = {
  asked: 'вы отключили его',
  unlinked: 'способ оплаты отвязан',
  means: 'банк больше не разрешает списывать этим способом',
  tries: 'пять раз подряд списать не получилось',
  sum: 'платёж больше суммы, на которую вы согласились',
  stopped: 'по закону мы больше не можем списывать сами',
  closed: 'заём закрыт',
} as const
export type AutopayEnd = keyof typeof autopayEnds
