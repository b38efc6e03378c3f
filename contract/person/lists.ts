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

/** Lists that come as files, and what follows from being on one: the law holds the money, the others are signals. */
export const fileLists = {
  screening: 'По закону 115-ФЗ',
  fincert: 'ФинЦЕРТ',
  invalidPassports: 'Недействительные паспорта',
} as const
export type FileList = keyof typeof fileLists
