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

/** Grounds that begin on a day of their own and change what is charged from it: an act of the registry office, an act of a court. */
export const datedGrounds = ['death', 'bankruptcy'] as const satisfies readonly StopGround[]
export type DatedGround = (typeof datedGrounds)[number]
export const isDated = (ground: StopGround): ground is DatedGround => datedGrounds.some((one) => one === ground)

/** A person's own word is lifted by one of the staff; what stands in papers takes two. */
export const liftedByOne = ['refusal', 'lawyer'] as const satisfies readonly StopGround[]
export const takesTwoToLift = (ground: StopGround): boolean => !liftedByOne.some((one) => one === ground)
