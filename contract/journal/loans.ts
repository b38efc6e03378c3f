import type { VoidTo } from '../paying.ts'
import { about } from './vocabulary.ts'

const client = about('client')
const loan = about('loan')
const appeal = about('appeal')
/** What a person saw in the papers of a holiday. */
type Judged = Readonly<Record<string, boolean>>
/** What two of the staff do. */
type Asked = { readonly choice: string; readonly action: string }
interface StatementCounts {
  readonly from: string
  readonly to: string
  readonly lines: number
  readonly known: number
  readonly placed: number
  readonly waiting: number
}

/** What happens to loans, their payments and their book. */
export const loanEvents = {
  'loan.open': loan<{ request: string; principal: number; due: string; tariffs?: string | null }>('Заём начался'),
  'loan.payment': loan<{ amount: number; providerId: string; paidOn: string; partReturn: boolean; dayHeard?: true }>(
    'Платёж принят',
  ),
  'loan.partReturn': loan<{ day: string; amount: number; principal: number }>('Досрочный возврат части'),
  'loan.prolong': loan<{ on: string; dueDate: string }>('Заём продлён'),
  'loan.reschedule': loan<{ on: string; until: string | null; payments: number }>('Платежи займа перенесены'),
  'loan.holidayEnd': loan<{ on: string }>('Каникулы окончены раньше'),
  'loan.close': loan<{ overpaid: number }>('Заём закрыт'),
  'payment.suspense': about('payment')<{ amount: number; providerId: string; reason: string }>('Платёж без места'),
  'payment.start': loan<{ order: string; purpose: string; way: string; amount: number }>('Оплата начата'),
  'payment.end': loan<{ order: string; state: string; reason?: string }>('Оплата завершена'),
  'payment.trouble': loan<{ order: string; trouble: string }>('Касса не приняла запрос'),
  'means.link': client<{ means: string }>('Способ оплаты сохранён'),
  'means.unlink': client<{ means: string }>('Способ оплаты отвязан'),
  'autopay.on': loan<{ means: string; most: number; document: string; version: string }>('Автоплатёж включён'),
  'autopay.off': loan<{ because: string }>('Автоплатёж отключён'),
  'autopay.notice': loan<{ rowDate: string; amount: number }>('Об автоплатеже предупредили'),
  'autopay.skip': loan<{ rowDate: string; because: string }>('Автоплатёж пропущен'),
  'refund.ask': about('payment')<{ amount: number }>('Клиент просит вернуть деньги'),
  'refund.order': about('payment')<{ refund: string; amount: number }>('Возврат поручен кассе'),
  'refund.transfer': about('payment')<{ refund: string; amount: number; number: string; day: string }>(
    'Деньги возвращены переводом',
  ),
  'refund.retry': about('payment')<{ refund: string; amount: number }>('Возврат поручен кассе ещё раз'),
  'refund.done': about('payment')<{ refund: string; amount: number }>('Деньги возвращены'),
  'refund.back': about('payment')<{ refund: string; amount: number }>('Касса не приняла возврат'),
  'loan.view': loan('Заём открыт сотрудником'),
  'loan.void': loan<{ payment: string; amount: number; reopened: boolean; to: VoidTo }>('Платёж снят'),
  'contact.begin': loan<{ contact: string; kind: string }>('Звонок о долге начат'),
  'contact.end': loan<{ contact: string; result: string; day?: string; amount?: number }>('Звонок о долге окончен'),
  'contact.refused': loan<{ because: string }>('Контакт не разрешён законом'),
  'contact.stop': client<{ ground: string; since?: string }>('Взаимодействие прекращено'),
  'contact.lift': client<{ ground: string }>('Взаимодействие снова разрешено'),
  'contact.askLift': client<Asked>('Снятие отметки ждёт второго сотрудника'),
  'contact.confirmLift': client<Asked>('Снятие отметки подтверждено'),
  'contact.dropLift': client<Asked>('Снятие отметки отозвано или отклонено'),
  'loan.stop': loan<{ stops: number }>('Начисления по займу остановлены или пошли снова'),
  'heir.add': client<{ heir: string; acceptedOn: string | null }>('Наследник записан'),
  'promise.kept': loan<{ contact: string }>('Обещание сдержано'),
  'promise.broken': loan<{ contact: string }>('Обещание нарушено'),
  'action.ask': about('payment')<Asked>('Действие с платежом ждёт второго сотрудника'),
  'action.confirm': about('payment')<Asked>('Действие с платежом подтверждено'),
  'action.drop': about('payment')<Asked>('Действие с платежом отозвано или отклонено'),
  'book.closeDay': about('day')<{ postings: number; debit: number; root: string }>('День книги закрыт'),
  'book.export': about('export')<{ day: string; file: string; rows: number; sha256: string }>('Проводки дня выгружены'),
  'ledger.conflict': about('posting')<{ chain: string }>('Проводка рассказана иначе'),
  'core.again': loan<{ entry: string; kind: string }>('Запись послана в учётную систему ещё раз'),
  'ledger.replay': loan<{ reversed: number; written: number }>('Проводки займа записаны заново'),
  'appeal.register': appeal<{
    number: number
    kind: string
    answerBy: string
    loan?: string
    way?: string
    cameOn?: string
  }>('Обращение зарегистрировано'),
  'appeal.view': appeal('Обращение открыто сотрудником'),
  'appeal.papers': appeal('По обращению запрошены документы'),
  'appeal.supplement': appeal<{ answerBy: string }>('Обращение дополнено'),
  'appeal.attach': appeal<{ file: string }>('К обращению приложен файл'),
  'appeal.viewFile': appeal<{ file: string }>('Файл обращения открыт сотрудником'),
  'appeal.extend': appeal<{ answerBy: string }>('Срок ответа на обращение продлён'),
  'appeal.propose': appeal<{ outcome: string; judged?: Judged; unkept?: readonly string[] }>(
    'Ответ на обращение ждёт второго сотрудника',
  ),
  'appeal.answer': appeal<{ outcome: string; askedBy?: string; judged?: Judged; unkept?: readonly string[] }>(
    'Ответ на обращение дан',
  ),
  'appeal.silence': appeal<{ outcome: string }>('Срок ответа прошёл: решено, как просил клиент'),
  'appeal.accept': appeal<{ signature: string }>('Соглашение о новых условиях подписано клиентом'),
  'appeal.over': appeal('Предложение новых условий истекло'),
  'appeal.withdraw': appeal('Обращение отозвано'),
  'portfolio.export': about('export')<{ table: string; rows: number }>('Показатели портфеля выгружены'),
  'statement.import': about('statement')<StatementCounts>('Выписка загружена'),
} as const
