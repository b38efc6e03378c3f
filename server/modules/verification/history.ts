import { refusalReasons, returnReasons } from '#contract/review.ts'
import type { Tx } from '#server/platform/transaction.ts'

/** Names of the staff by id; inside a transaction its `tx` is given. */
export type StaffNames = (tx?: Pick<Tx, 'db'>) => Promise<ReadonlyMap<string, string>>

export interface HistoryLine {
  readonly at: string
  readonly who: string
  readonly what: string
  readonly note?: string
}

/** Events of the journal the office reads under a request; others are left out. */
const words: Readonly<Record<string, string>> = {
  'request.create': 'Заявка создана',
  'request.send': 'Отправлена на проверку',
  'request.claim': 'Взята на проверку',
  'request.takeOver': 'Перешла к другому сотруднику',
  'request.release': 'Возвращена в очередь',
  'request.leaseOver': 'Время вышло, снова в очереди',
  'request.askSecond': 'Одобрена первым сотрудником, нужен второй',
  'request.return': 'Отправлена клиенту на исправление',
  'request.approve': 'Проверка пройдена',
  'request.refuse': 'Отказ после проверки',
  'request.decideOffer': 'Принято решение: предложение',
  'request.decideReject': 'Принято решение: отказ',
  'request.decideRefer': 'Решение передано сотруднику',
  'request.sign': 'Договор подписан',
  'request.signCoolingOff': 'Договор подписан, идёт период охлаждения',
  'request.decline': 'Клиент отказался от предложения',
  'request.offerOver': 'Срок предложения вышел',
  'request.coolingOffOver': 'Период охлаждения прошёл',
  'request.refuseLoan': 'Клиент отказался от займа',
  'request.paid': 'Деньги отправлены',
  'request.payoutCancelled': 'Выплата не прошла',
  'request.withdraw': 'Клиент отозвал заявку',
  'calling.start': 'Звонок клиенту',
  'calling.end': 'Звонок окончен',
  'review.open': 'Открыта',
  'review.tooMany': 'Не показана: слишком много заявок за час',
}

interface Entry {
  readonly at: Date
  readonly actor_kind: string
  readonly actor_id: string | null
  readonly event: string
  readonly data: Record<string, unknown>
}

function who({ actor_kind, actor_id }: Entry, names: ReadonlyMap<string, string>): string {
  if (actor_kind === 'client') return 'Клиент'
  return names.get(actor_id ?? '') ?? 'Система'
}

function note({ data }: Entry, names: ReadonlyMap<string, string>): string | undefined {
  if (typeof data.takenFrom === 'string') return `была у сотрудника: ${names.get(data.takenFrom) ?? 'неизвестно'}`
  const reasons: Readonly<Record<string, string>> = { ...returnReasons, ...refusalReasons }
  return typeof data.reason === 'string' ? reasons[data.reason] : undefined
}

/** A request's journal in words. */
export function historyLines(entries: readonly Entry[], names: ReadonlyMap<string, string>): HistoryLine[] {
  return entries.flatMap((entry) => {
    const what = words[entry.event]
    if (!what) return []
    const more = note(entry, names)
    return [{ at: entry.at.toISOString(), who: who(entry, names), what, ...(more && { note: more }) }]
  })
}
