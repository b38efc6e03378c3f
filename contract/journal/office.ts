import { about } from './vocabulary.ts'

const client = about('client')
const staff = about('staff')
const request = about('request')
type Grant = { readonly grant: string; readonly kind: 'add' | 'open' | 'role' | 'reset'; readonly role: string }
type Delivery = {
  readonly kind: string
  readonly provider: string | null
  readonly channel?: string
  readonly attempt?: number
  readonly reason?: string
}
/** Wrong sign-ins of a quarter of an hour together. */
type Summed = { readonly kind: string; readonly count: number; readonly until: string }
/** Rights, rates and ids of a machine client or a webhook. */
type Connected = Readonly<Record<string, unknown>>
type Member = { readonly role: string; readonly disabled: boolean }
type Snoozed = { readonly snooze: string; readonly rule: string; readonly until: string }
/** A version of the decision rules: its draft and the hash of its rows. */
type Ruled = { readonly version?: string; readonly sha256?: string; readonly [more: string]: unknown }
const rules = about('rules')<Ruled>
const machine = about('machine')<Connected>
const webhook = about('webhook')<Connected>

/** What the staff, other systems and the server itself do. */
export const officeEvents = {
  'message.sent': about('message')<Delivery>('Сообщение отправлено'),
  'message.delivered': about('message')<Delivery>('Сообщение доставлено'),
  'message.failed': about('message')<Delivery>('Сообщение не дошло'),
  'sms.budgetSpent': about('limit')<{ limit: number }>('Запас SMS на час исчерпан'),
  'task.add': about('task')<{ kind: string; request: string | null; assignee: string | null }>('Задача поставлена'),
  'task.done': about('task')<{ kind: string; request: string | null }>('Задача сделана'),
  'staff.add': staff<{ role: string }>('Сотрудник добавлен'),
  'staff.change': staff<{ from: Member; to: Member }>('Права сотрудника изменены'),
  'staff.reset': staff('Вход сотрудника задан заново'),
  'staff.password': staff('Сотрудник сменил свой пароль'),
  'staff.authenticator': staff('Сотрудник сменил своё приложение для кодов'),
  'staff.invite': staff('Приглашение выдано'),
  'staff.invitationOpen': staff('Приглашение открыто'),
  'staff.grantAsk': staff<Grant>('Права ждут второго администратора'),
  'staff.grantConfirm': staff<Grant & { askedBy: string }>('Права подтверждены'),
  'staff.grantDecline': staff<Grant & { askedBy: string }>('Права отклонены'),
  'staff.signIn': staff<{ by?: 'passkey' }>('Вход в офис'),
  'staff.signInFailed': about('window')<Summed>('Неверные входы в офис'),
  'staff.signOut': staff('Выход из офиса'),
  'machine.make': machine('Система подключена'),
  'machine.change': machine('Права системы изменены'),
  'machine.secret': machine('Новый секрет системы'),
  'machine.secretEnd': machine('Секрет системы больше не действует'),
  'machine.end': machine('Система остановлена'),
  'machine.confirm': machine('Система: подтверждено вторым администратором'),
  'machine.decline': machine('Система: отклонено'),
  'machine.readPerson': client<{ call: string }>('Данные прочитаны другой системой'),
  'machine.tellPerson': client<{ told: string; kind: string; mark?: string; taken?: boolean }>(
    'О клиенте сказала другая система',
  ),
  'machine.readFile': request<{ call: string }>('Файл прочитан другой системой'),
  'webhook.add': webhook('Вебхук заведён'),
  'webhook.rotate': webhook('Новый секрет вебхука'),
  'webhook.turn': webhook('Вебхук остановлен, продолжен или убран'),
  'webhook.sendAgain': webhook('Событие послано вебхуку ещё раз'),
  'job.retry': about('job')<{ name: string; attempts: number }>('Работа начата снова'),
  'data.export': about('export')<{ since: string; personal: boolean; reason?: string }>('Данные выгружены в хранилище'),
  'journal.export': about('export')<{ format: string }>('Журнал выгружен'),
  'report.export': about('export')<{ report: string; from: string; until: string; rows: number }>('Отчёт выгружен'),
  'retention.request': request<{ why: string; files: number }>('Заявка удалена по сроку'),
  'retention.evidence': request<{ files: number }>('Файлы заявки удалены по сроку'),
  'rules.draft': rules('Черновик правил начат'),
  'rules.change': rules('Черновик правил изменён'),
  'rules.drop': rules('Черновик правил убран'),
  'rules.check': rules('Черновик правил проверен'),
  'rules.backtest': rules('Прогон черновика по прошлым решениям'),
  'rules.backtestStop': rules('Прогон черновика остановлен'),
  'rules.ask': rules('Версия правил ждёт второго сотрудника'),
  'rules.approve': rules('Версия правил введена'),
  'rules.decline': rules('Версия правил отклонена'),
  'rules.shadow': rules('Черновик правил считает рядом'),
  'rules.shadowEnd': rules('Черновик правил больше не считает рядом'),
  'rules.snoozeAsk': client<Snoozed>('Отсрочка правила ждёт второго сотрудника'),
  'rules.snooze': client<Snoozed>('Правило отложено для человека'),
  'rules.snoozeEnd': client<Snoozed>('Отсрочка правила снята'),
  'backup.make': about('backup')<{ rows: number; files: number; gone: number; missing: number }>('Копия сделана'),
  'backup.restore': about('backup')<{ of: string; heldPayouts: number }>('Восстановлено из копии'),
  'keys.rotate': about('key')<{ sealed: number; indexed: number; retired: number }>('Ключи сменены'),
} as const
