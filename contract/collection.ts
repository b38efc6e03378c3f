/** How a call about an overdue debt ended. */
export const contactResults = {
  promised: 'Обещал заплатить',
  talked: 'Поговорили, без обещания',
  noAnswer: 'Не ответил',
  anotherPerson: 'Ответил другой человек',
  disputed: 'С долгом не согласен',
  asksForHelp: 'Просит каникулы или рассрочку',
} as const
export type ContactResult = keyof typeof contactResults

export const promiseStates = ['open', 'kept', 'broken'] as const
export type PromiseState = (typeof promiseStates)[number]

/** Why a person is not contacted directly (230-ФЗ, art. 7 and 8). */
export const stopGrounds = {
  refusal: 'Отказ от взаимодействия',
  lawyer: 'Только через представителя',
  bankruptcy: 'Банкротство',
  incapable: 'Недееспособность или ограниченная дееспособность',
  hospital: 'Лечение в больнице',
  disabled: 'Инвалидность I группы',
  minor: 'Несовершеннолетний',
  death: 'Смерть',
} as const
export type StopGround = keyof typeof stopGrounds
