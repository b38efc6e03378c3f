/** The lender's own lists. */
export const ownLists = { black: 'Чёрный', watch: 'Под наблюдением', trusted: 'Доверенный' } as const
export type OwnList = keyof typeof ownLists

/** By what somebody is put on a list. */
export const listedBy = {
  passport: 'Паспорт',
  snils: 'СНИЛС',
  inn: 'ИНН',
  phone: 'Телефон',
  name: 'Имя и дата рождения',
} as const
export type ListedBy = keyof typeof listedBy
