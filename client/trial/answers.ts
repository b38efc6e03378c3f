import type { PublicLender } from '#contract/lender.ts'
import type { Raw } from '#contract/step.ts'

/** An invented person; numbers are those whose check digits are right and whom nobody has */
export const inventedPhone = '+79161234567'
export const inventedEmail = 'anna@example.ru'
export const inventedCode = '111111'
export const inventedDigits = '482615'

const destinations: Readonly<Record<string, Raw>> = {
  sbp: { way: 'sbp', bankName: 'Пример-банк', bankId: '', phone: '+7 (916) 123-45-67' },
  account: { way: 'account', bik: '044525225', account: '40817810438000000001' },
}

/** What the fields of each step hold when it is opened, as it would have been typed. Consents are never given ahead */
export const inventedAnswers = ({ flow }: Pick<PublicLender, 'flow'>): Readonly<Record<number, Raw>> => ({
  10: {
    surname: 'Вымыслова',
    name: 'Анна',
    patronymic: 'Петровна',
    birthDate: '10.05.1990',
    sex: 'female',
    snils: '112-233-445 95',
  },
  9: {
    number: '45 10 235857',
    issuedOn: '01.06.2010',
    departmentCode: '770-001',
    issuedBy: 'ГУ МВД РОССИИ ПО Г. МОСКВЕ',
    birthPlace: 'г. Вымышленск',
  },
  21: { region: 'Москва', city: 'Москва', street: 'Примерная', house: '5', flat: '12', since: '15.03.2012' },
  22: { place: 'same' },
  23: { marital: 'single', dependants: '0' },
  24: { kind: 'employed', employer: 'ООО Вымысел', position: 'бухгалтер', since: 'long' },
  25: { official: '80 000', other: '0', debts: '5 000', spending: '20 000' },
  26: { email: inventedEmail },
  32: flow.payoutMethods.map((way) => destinations[way]).find((raw) => raw !== undefined) ?? {},
})
