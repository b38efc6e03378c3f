import { about } from './vocabulary.ts'

const client = about('client')
const staff = about('staff')
const list = about('list')
type Passkey = { readonly passkey: string }
/** Wrong sign-ins of a quarter of an hour together. */
type Summed = { readonly kind: string; readonly count: number; readonly until: string }
type Case = { readonly case: string; readonly kind?: string; readonly outcome?: string; readonly askedBy?: string }
/** What the staff say of two accounts. */
type Link = { readonly link: string; readonly with: string }
/** A walk to a provider of identity; it names nobody. */
type Walk = { readonly attempt: string; readonly provider: string; readonly purpose: string }
type Entry = { readonly entry: string; readonly kind: string }

/** What happens to accounts and to the persons behind them. */
export const personEvents = {
  'client.create': client('Личный кабинет создан'),
  'client.signIn': client<{ by?: 'passkey' | 'identity' }>('Вход в личный кабинет'),
  'client.signInFailed': about('window')<Summed>('Неверные входы в личный кабинет'),
  'client.signOut': client('Выход из личного кабинета'),
  'client.endSession': about('session')('Сеанс завершён клиентом'),
  'client.endSessions': client<{ ended: number; request?: string }>('Сеансы клиента завершены'),
  'client.confirm': about('session')('Вход подтверждён ещё раз'),
  'client.confirmFailed': about('session')('Вход не подтверждён: неверный код'),
  'client.confirmEmail': client('Почта подтверждена'),
  'client.changePhone': client<{ ended: number }>('Телефон изменён'),
  'client.ownData': client<{ requests: number }>('Клиент забрал свои данные'),
  'client.eraseAsked': client<{ keptUntil: string }>('Клиент просит удалить данные'),
  'client.erase': client<{ why: string }>('Данные клиента удалены'),
  'consent.give': client<{ document: string; version: string; sha256: string }>('Согласие дано'),
  'consent.withdraw': client<{ document: string }>('Согласие отозвано'),
  'passkey.add': about<'client' | 'staff'>('client')<Passkey>('Ключ входа добавлен'),
  'passkey.remove': about<'client' | 'staff'>('client')<Passkey>('Ключ входа удалён'),
  'identity.started': about('session')<Walk>('Начато подтверждение личности'),
  'identity.finished': client<Walk & { level: string; basis: readonly string[]; evidence: string }>(
    'Личность подтверждена поставщиком',
  ),
  'identity.refused': about('session')<Walk & { code: string }>('Подтверждение личности отклонено'),
  'identity.unknown': about('session')<Walk>('Исход подтверждения личности неизвестен'),
  'identity.conflict': client<Walk>('Подтверждён другой человек'),
  'identity.linked': client<{ provider: string }>('Вход через поставщика включён'),
  'identity.unlinked': client<{ provider: string }>('Вход через поставщика отключён'),
  'client.search': staff<{ by: readonly string[]; found: number }>('Поиск клиентов'),
  'client.card': client<{ purpose: string; whole: boolean; signal?: string; from?: string }>(
    'Карточка клиента открыта',
  ),
  'case.open': client<Case & { holds: boolean; [more: string]: unknown }>('Случай открыт'),
  'case.ask': client<Case>('Случай ждёт второго сотрудника'),
  'case.end': client<Case>('Случай закрыт'),
  'person.joined': client<Link>('Кабинеты соединены в одного человека'),
  'person.joinedAsk': client<Link>('Соединение кабинетов ждёт второго'),
  'person.parted': client<Link>('Кабинеты разделены'),
  'person.partedAsk': client<Link>('Разделение кабинетов ждёт второго'),
  'person.undo': client<Link>('Слово о кабинетах отменено'),
  'person.undoAsk': client<Link>('Отмена слова о кабинетах ждёт второго'),
  'list.add': list<Entry>('Внесён в список'),
  'list.addAsk': list<Entry>('Внесение в список ждёт второго'),
  'list.remove': list<Entry>('Убран из списка'),
  'list.removeAsk': list<Entry>('Удаление из списка ждёт второго'),
  'list.keep': list<Entry>('Оставлен в списке'),
  'list.load': list<{ file: string; sha256: string; entries: number }>('Список загружен'),
} as const
