import type { LifeEvent, State } from '../life.ts'
import type { RequestType } from '../status.ts'
import { about, type Nothing, type Row } from './vocabulary.ts'

const request = about('request')

const inHistory =
  <Data = Nothing>() =>
  (words: string): Row<'request', Data> => ({ subject: 'request', words, history: true })

/** A request went from one state to another. Beside these, what the module that moved it has to say. */
interface Moved {
  readonly from: State
  readonly to: State
  readonly version: number
  readonly [more: string]: unknown
}

const move = inHistory<Moved>()

/** What the life of a request is called in the journal. */
const moves = {
  'request.send': move('Отправлена на проверку'),
  'request.claim': move('Взята на проверку'),
  'request.takeOver': move('Перешла к другому сотруднику'),
  'request.release': move('Возвращена в очередь'),
  'request.leaseOver': move('Время вышло, снова в очереди'),
  'request.askSecond': move('Одобрена первым сотрудником, нужен второй'),
  'request.return': move('Отправлена клиенту на исправление'),
  'request.approve': move('Проверка пройдена'),
  'request.refuse': move('Отказ после проверки'),
  'request.decideOffer': move('Принято решение: предложение'),
  'request.decideReject': move('Принято решение: отказ'),
  'request.decideRefer': move('Решение передано сотруднику'),
  'request.sign': move('Договор подписан'),
  'request.signCoolingOff': move('Договор подписан, идёт период охлаждения'),
  'request.decline': move('Клиент отказался от предложения'),
  'request.offerOver': move('Срок предложения вышел'),
  'request.coolingOffOver': move('Период охлаждения прошёл'),
  'request.refuseLoan': move('Клиент отказался от займа'),
  'request.barred': move('Закон больше не разрешает этот заём'),
  'request.paid': move('Деньги отправлены'),
  'request.payoutCancelled': move('Выплата не прошла'),
  'request.payoutAbandoned': move('Другого способа выплаты не дождались'),
  'request.withdraw': move('Клиент отозвал заявку'),
} satisfies Record<`request.${LifeEvent}`, Row<'request', Moved>>

type File = { readonly file: string; readonly step: number }
type Hash = { readonly sha256?: string | null }
type Handover = { readonly handover: string }
type Payout = { readonly payout: string }
type Prolongation = { readonly loan: string; readonly newDueDate: string }
type Purpose = { readonly purpose: string }

type BureauQuestion = { readonly question: string; readonly bureau: string }
type BureauAsked = BureauQuestion & { readonly kind: string; readonly sha256: string; readonly consent: string | null }
type BureauAnswered = BureauQuestion & {
  readonly sha256: string
  readonly bureaus: number
  readonly contracts: number
  readonly remarks: readonly string[]
}
type BureauUnanswered = BureauQuestion & {
  readonly code: number | null
  readonly cause: string
  readonly reaction: string
}

/** What happens to a request, from its first step to its money. */
export const requestEvents = {
  ...moves,
  'request.create': inHistory<{ type: RequestType; to: State }>()('Заявка создана'),
  'bureau.asked': request<BureauAsked>('Вопрос в бюро кредитных историй'),
  'bureau.waiting': request<BureauQuestion>('Бюро готовит ответ'),
  'bureau.answered': request<BureauAnswered>('Ответ бюро кредитных историй'),
  'bureau.refused': request<BureauUnanswered>('Бюро отказало в ответе'),
  'bureau.unread': request<BureauUnanswered>('От бюро не пришло ответа, который можно принять'),
  'bureau.incomplete': request<{ question: string; bureaus: readonly string[] }>('Ответили не все бюро'),
  'bureau.lost': request<BureauQuestion>('Ответ бюро больше не получить'),
  'bureau.used': request<{ for: string; questions: readonly string[]; complete: boolean }>('Ответы бюро учтены'),
  'step.accept': request<{ step: number; revision: number }>('Шаг принят'),
  'calling.start': inHistory()('Звонок клиенту'),
  'calling.end': inHistory()('Звонок окончен'),
  'review.open': inHistory<{ whole: boolean; round: number }>()('Открыта'),
  'review.assign': inHistory<{ to: string | null; takenFrom?: string }>()('Назначена сотруднику'),
  'message.byStaff': inHistory<{ kind: string }>()('Сотрудник послал сообщение клиенту'),
  'review.tooMany': inHistory<{ seenInHour: number; most: number }>()('Не показана: слишком много заявок за час'),
  'review.verdict': request<{ step: number; round: number; revision: number; verdict: string; reason?: string }>(
    'Отметка по шагу',
  ),
  'law.check': request<{ day: string; reasons: readonly string[] }>('Запреты закона проверены снова'),
  'handover.start': request<Handover>('Передача на телефон начата'),
  'handover.open': request<Handover>('Ссылка передачи открыта'),
  'handover.join': request<Handover>('Телефон подключён'),
  'handover.end': request<Handover>('Передача окончена'),
  'evidence.store': request<File & Hash>('Файл получен'),
  'evidence.refuse': request<File & Hash & { reason?: string }>('Файл не принят'),
  'evidence.accept': request<File & Hash>('Файл приложен к шагу'),
  'evidence.carry': request<File & Hash & { from?: string }>('Файл взят из прежней заявки'),
  'evidence.machineRead': request<File & { outcome: string }>('Паспорт прочитан машиной по снимку'),
  'evidence.samePhoto': request<File & { other: string }>('Такой же снимок документа есть у другого человека'),
  'evidence.view': request<File>('Файл просмотрен сотрудником'),
  'document.make': request<{ document: string; kind: string; version: string; sha256: string }>('Документ составлен'),
  'signing.freeze': request<Purpose & { package: string; hash: string; documents: readonly string[] }>(
    'Документы готовы к подписи',
  ),
  'signing.codeWrong': request<Purpose & { package: string }>('Неверный код подписи'),
  'signing.sign': request<Purpose & { signature: string; hash: string }>('Документы подписаны'),
  'paper.seal': request<{ document: string; kind: string; sha256: string; signature: string }>('Документ заверен'),
  'offer.make': request<{
    offer: string
    decision: string
    amount: number
    until: string
    tariffs?: string | null
  }>('Предложение сделано'),
  'offer.renew': request<{ offer: string; version: number; pricedOn: string }>('Предложение пересчитано'),
  'offer.assignment': request<{ offer: string; allowed: boolean }>('Ответ об уступке прав'),
  'payout.intend': request<Payout & { amount: number }>('Выплата назначена'),
  'payout.attempt': request<Payout & { attempt: string; number: number; amount: number }>('Попытка выплаты'),
  'payout.trouble': request<Payout & { attempt: string; trouble: string }>('Выплата не принята'),
  'payout.unfunded': request<Payout & { attempt: string }>('На нашем счёте не хватило денег на выплату'),
  'payout.withdraw': request<Payout>('Выплата отменена до отправки'),
  'payout.newDestination': request<Payout & { kind: string }>('Новое место выплаты'),
  'payout.retryAsk': request<Payout & { attempt: number }>('Просьба повторить выплату'),
  'payout.retry': request<Payout & { askedBy?: string }>('Выплата повторена'),
  'prolongation.create': request<Prolongation & { days: number; payNow: number }>('Продление запрошено'),
  'prolongation.sign': request<{ loan: string; signature: string }>('Продление подписано'),
  'prolongation.effective': request<Prolongation>('Продление состоялось'),
  'prolongation.over': request<Prolongation>('Продление не состоялось'),
  'prolongation.cancelled': request<Prolongation>('Продление отменено'),
  'decision.opinion': request<{ opinion: string; score: number; reasons: readonly string[] }>('Мнение скоринга'),
} as const
