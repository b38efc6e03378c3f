import { useState } from 'react'
import { useParams } from 'wouter'
import { officeLoan } from '#contract/calls/office/loans.ts'
import { stopGrounds } from '#contract/collection.ts'
import { hasRight } from '#contract/roles.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { EnterAppeal } from '../appeals/EnterAppeal.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useStaff } from '../session.ts'
import { CallLater } from '../tasks/FollowUp.tsx'
import { useRead } from '../useRead.ts'
import { Calling } from './Calling.tsx'
import { Contacts } from './Contacts.tsx'
import s from './Loans.module.css'
import { Payments } from './Payments.tsx'
import { Postings } from './Postings.tsx'
import { Schedule } from './Schedule.tsx'
import { Stopping } from './Stopping.tsx'
import { dayText, type LoanPage, sumText } from './words.ts'

const tabs = [
  { key: 'schedule', title: 'График' },
  { key: 'payments', title: 'Платежи' },
  { key: 'contacts', title: 'Контакты' },
  { key: 'ledger', title: 'Проводки' },
] as const
type Tab = (typeof tabs)[number]['key']

/** One loan: what is owed, what was written of it, who spoke with the borrower, and what may be done now */
export function LoanScreen() {
  const { id = '' } = useParams()
  const { data, error, mutate } = useRead(officeLoan, { params: { id }, query: {} }, { once: true })
  if (error) return <Trouble error={error} onAgain={() => void mutate()} />
  if (!data) return <Loading />
  return <Loan page={data} id={id} again={() => void mutate()} />
}

type Props = { readonly page: LoanPage; readonly id: string; again(): void }

function Loan({ page, id, again }: Props) {
  const me = useStaff()
  const [tab, setTab] = useState<Tab>('schedule')
  const { debt } = page.loan
  return (
    <Screen title={`${page.name}, договор ${page.loan.contract}`}>
      <div className={s.columns}>
        <div className={s.part}>
          <Card
            title={debt.overdueDays > 0 ? `Просрочка ${debt.overdueDays} дн.` : 'Долг сегодня'}
            tone={debt.overdueDays > 0 ? 'bad' : 'plain'}
          >
            <Debt page={page} />
          </Card>
          {page.stop && (
            <Notice tone="bad" title={stopGrounds[page.stop]}>
              К этому человеку нельзя обращаться напрямую.
            </Notice>
          )}
          {hasRight(me, 'loans.call') && <Calling page={page} id={id} again={again} />}
          {hasRight(me, 'tasks.work') && page.loan.state === 'running' && <CallLater loanId={id} />}
          {hasRight(me, 'appeals.answer') && <EnterAppeal about={{ loan: id }} />}
          {hasRight(me, 'contacts.stop') && <Stopping page={page} id={id} again={again} />}
        </div>
        <Tabs label="О займе" tabs={tabs} value={tab} onChange={setTab}>
          {tab === 'schedule' && <Schedule page={page} />}
          {tab === 'payments' && <Payments page={page} again={again} />}
          {tab === 'contacts' && <Contacts page={page} again={again} />}
          {tab === 'ledger' && <Postings page={page} />}
        </Tabs>
      </div>
    </Screen>
  )
}

function Debt({ page: { loan, phone } }: Pick<Props, 'page'>) {
  const { debt, next } = loan
  const optional = [
    { label: 'Ждёт даты платежа', amount: debt.held },
    { label: 'Переплата', amount: debt.overpaid },
  ].flatMap(({ label, amount }) => (amount > 0 ? [{ label, value: sumText(amount) }] : []))
  return (
    <Lines
      lines={[
        { label: 'К оплате сейчас', value: sumText(debt.due) },
        { label: 'Основной долг', value: sumText(debt.principal) },
        { label: 'Проценты', value: sumText(debt.interest) },
        { label: 'Неустойка', value: sumText(debt.penalty) },
        { label: 'Чтобы закрыть сегодня', value: sumText(debt.toClose) },
        ...optional,
        { label: 'Следующий платёж', value: next ? `${dayText(next.date)}, ${sumText(next.amount)}` : '—' },
        { label: 'Выдано', value: `${dayText(loan.startDate)}, ${sumText(loan.principal)}` },
        { label: 'Телефон', value: phone },
        ...(debt.capReached ? [{ label: 'Предел начислений', value: 'достигнут' }] : []),
      ]}
    />
  )
}
