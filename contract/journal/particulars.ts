import type { Actor, SubjectKind } from './vocabulary.ts'

/** Who did it, where it is nobody of the staff. */
export const actorNames: Readonly<Record<Actor['kind'], string>> = {
  client: 'Клиент',
  staff: 'Сотрудник',
  machine: 'Другая система',
  job: 'Работа',
  system: 'Сервер',
  provider: 'Поставщик',
  nobody: 'Не вошедший',
}

/** What it is about. */
export const subjectNames: Readonly<Record<SubjectKind, string>> = {
  client: 'клиент',
  staff: 'сотрудник',
  session: 'сеанс',
  request: 'заявка',
  loan: 'заём',
  payment: 'платёж',
  message: 'сообщение',
  job: 'работа',
  export: 'выгрузка',
  limit: 'ограничение',
  window: 'период',
  key: 'ключ',
  backup: 'копия',
  machine: 'система',
  webhook: 'вебхук',
  list: 'список',
  day: 'день',
  posting: 'проводка',
  statement: 'выписка',
  appeal: 'обращение',
  rules: 'правила',
  task: 'задача',
}

const names: Readonly<Record<string, string>> = {
  action: 'просьба',
  amount: 'сумма, коп.',
  answerBy: 'ответить до',
  askedBy: 'просил',
  attempt: 'попытка',
  attempts: 'попыток',
  by: 'чем',
  backtest: 'прогон',
  basis: 'кем подтверждено',
  call: 'вызов',
  case: 'случай',
  cause: 'причина',
  channel: 'канал',
  choice: 'что именно',
  code: 'код',
  consent: 'согласие',
  contact: 'контакт',
  contracts: 'договоров',
  count: 'сколько',
  day: 'день',
  days: 'дней',
  decision: 'решение',
  disabled: 'вход закрыт',
  document: 'документ',
  documents: 'документы',
  due: 'к оплате, коп.',
  dueDate: 'срок',
  ended: 'завершено сеансов',
  entries: 'записей',
  entry: 'запись',
  evidence: 'отпечаток ответа',
  file: 'файл',
  files: 'файлов',
  for: 'для',
  format: 'вид',
  found: 'найдено',
  from: 'было',
  grant: 'просьба о правах',
  ground: 'основание',
  hash: 'отпечаток',
  keptUntil: 'хранить до',
  kind: 'вид',
  level: 'уровень',
  limit: 'предел',
  lines: 'строк',
  link: 'связь',
  loan: 'заём',
  name: 'название',
  newDueDate: 'новый срок',
  number: 'номер',
  of: 'чего версия',
  offer: 'предложение',
  on: 'день',
  outcome: 'исход',
  overpaid: 'переплата, коп.',
  package: 'пакет',
  paidOn: 'оплачено',
  passkey: 'ключ входа',
  payment: 'платёж',
  payout: 'выплата',
  principal: 'основной долг, коп.',
  provider: 'поставщик',
  providerId: 'номер у поставщика',
  purpose: 'цель',
  question: 'запрос',
  reason: 'причина',
  reasons: 'причины',
  report: 'отчёт',
  request: 'заявка',
  requests: 'заявок',
  result: 'итог',
  revision: 'правка',
  role: 'роль',
  round: 'круг',
  rows: 'строк',
  rule: 'правило',
  score: 'балл',
  sha256: 'отпечаток файла',
  signature: 'подпись',
  snooze: 'отсрочка',
  step: 'шаг',
  takenFrom: 'взято у',
  tariffs: 'тарифы',
  to: 'стало',
  trouble: 'помеха',
  turn: 'ввод правил',
  until: 'до',
  verdict: 'отметка',
  version: 'версия',
  whole: 'целиком',
  why: 'почему',
  with: 'с кем',
  words: 'слова',
}

const values: Readonly<Record<string, string>> = {
  true: 'да',
  false: 'нет',
  decision: 'правила решений',
  tariffs: 'тарифы',
  calendar: 'календарь',
  texts: 'тексты сообщений',
  add: 'новый сотрудник',
  open: 'открыть вход',
  reset: 'сбросить вход',
  passkey: 'ключ входа',
  ok: 'верно',
  fix: 'исправить',
  fraud: 'подозрение',
  approved: 'одобрено',
  refused: 'отказано',
  returned: 'возвращено',
}

/** What is called otherwise now: roles and people by id, states, kinds of notices. */
export interface Called {
  readonly roles?: Readonly<Record<string, string>>
  readonly others?: ReadonlyMap<string, string>
}

function valueText(name: string, value: unknown, called: Called): string {
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, called)).join(', ')
  if (value !== null && typeof value === 'object')
    return `(${particularsText(value as Record<string, unknown>, called)})`
  if (name === 'role') return called.roles?.[String(value)] ?? String(value)
  if (name === 'kind' && value === 'role') return 'роль'
  return values[String(value)] ?? called.others?.get(String(value)) ?? (value === null ? '—' : String(value))
}

/** The data of an entry in words; a name this release does not know stands as it is. */
export const particularsText = (data: Readonly<Record<string, unknown>>, called: Called = {}): string =>
  Object.entries(data)
    .map(([name, value]) => `${names[name] ?? name}: ${valueText(name, value, called)}`)
    .join(', ')
