import type { ReasonClass } from '#contract/request.ts'

/** Events of a request's life that reports count, in the order they happen. */
export const outcomeWords: Readonly<Record<string, string>> = {
  'request.create': 'Созданы',
  'request.send': 'Отправлены на проверку',
  'request.return': 'Возвращены на исправление',
  'request.askSecond': 'Переданы второму сотруднику',
  'request.approve': 'Прошли проверку',
  'request.refuse': 'Отказ после проверки',
  'request.decideOffer': 'Решение: предложение',
  'request.decideReject': 'Решение: отказ',
  'request.decideRefer': 'Решение: передать сотруднику',
  'request.sign': 'Договор подписан, сразу к выплате',
  'request.signCoolingOff': 'Договор подписан, период охлаждения',
  'request.decline': 'Клиент отказался от предложения',
  'request.offerOver': 'Срок предложения вышел',
  'request.refuseLoan': 'Клиент отказался от займа',
  'request.barred': 'Закон больше не разрешает этот заём',
  'request.paid': 'Деньги выплачены',
  'request.payoutCancelled': 'Выплата не прошла',
  'request.payoutAbandoned': 'Другого способа выплаты не дождались',
  'request.withdraw': 'Клиент отозвал заявку',
}

/** Classes of refusal by the decision rules. */
export const decisionWords: Readonly<Record<ReasonClass, string>> = {
  documents: 'Документы',
  data: 'Сведения',
  credit: 'Кредитная история и долговая нагрузка',
  selfBan: 'Самозапрет на кредиты',
  limits: 'Ограничения закона и правил',
  withdrawn: 'Заявка отозвана',
  declined: 'Отказ от предложения',
  offerOver: 'Срок предложения вышел',
  coolingOff: 'Отказ в период охлаждения',
  other: 'Другое',
}
