import type { RuleName } from './values.ts'

/** What the office calls each rule. */
export const ruleTitles: Readonly<Record<RuleName, string>> = {
  dailyRateCap: 'Процентная ставка в день, не больше',
  fullCostCap: 'Полная стоимость займа, не больше',
  overpaymentCap: 'Проценты, неустойка и платные услуги, не больше суммы займа, умноженной на',
  penalty: 'Неустойка, не больше',
  coolingOff: 'Период охлаждения',
  offerStandsWorkingDays: 'Предложение действует, рабочих дней',
  earlyReturnDays: 'Возврат без предупреждения, дней',
  selfBanChecked: 'Проверка самозапрета',
  debtBurdenFrom: 'ПДН считается для займов от',
  debtBurdenNotice: 'Уведомление о ПДН, когда он больше',
  expensiveLoanLimit: 'Ограничение числа дорогих займов',
  receiverIsBorrower: 'Получатель денег — сам заёмщик',
  biometricsFor: 'Биометрия для займов через интернет',
  consentIsOwnDocument: 'Согласие на обработку данных — отдельный документ',
  advertisingPhrases: 'Фразы на странице с условиями займа',
  prolongationsPerYear: 'Продлений в год, не больше',
  shortLoansPerYear: 'Коротких займов в год, не больше',
  largestLoan: 'Самый большой заём',
  keepEvidenceYears: 'Хранение договора и подписи, лет',
  reminders: 'Напоминания о платеже',
  collectionContacts: 'Звонки и сообщения о просроченном долге',
}
