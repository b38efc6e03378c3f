/** Grounds of a holiday (353-ФЗ art. 6.1-2; 377-ФЗ), and the papers that bear each out. */
export const holidayGrounds = {
  income: {
    title: 'Доход за два месяца стал меньше больше чем на 30 %',
    papers: 'справки о доходах за прошлый год и за два последних месяца, приказ об увольнении или больничный',
  },
  emergency: {
    title: 'Жильё пострадало в чрезвычайной ситуации',
    papers: 'справка о том, что жильё в зоне чрезвычайной ситуации, или решение о помощи пострадавшим',
  },
  service: {
    title: 'Мобилизация, служба по контракту, СВО — моя или члена семьи',
    papers: 'повестка, выписка из приказа или справка из военкомата; о члене семьи — ещё и документ о родстве',
  },
} as const
export type HolidayGround = keyof typeof holidayGrounds

/** What the law asks before a holiday is given: what the book and the appeals tell, and what only a person can, from papers. */
export const holidayConditions = [
  'running',
  'sum',
  'length',
  'firstOfGround',
  'noOther',
  'ground',
  'noJudgment',
] as const
export type HolidayCondition = (typeof holidayConditions)[number]

/** Those a person is asked about in so many words. */
export const judgedConditions = ['ground', 'noJudgment'] as const
export type JudgedCondition = (typeof judgedConditions)[number]
