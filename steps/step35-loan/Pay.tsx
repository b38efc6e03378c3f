import { type ReactNode, useRef, useState } from 'react'
import { type LoanView, sandboxPayment } from '#contract/calls/loans.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { paymentLink } from '#contract/paymentLink.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'

const money = (amount: number) => formatRoubles(kopecks(amount))
const day = (date: string) => formatDate(date as IsoDate)

type PayProps = { loan: LoanView; onPaid(): Promise<void> }

/** The payment of the schedule, and the whole loan at once: each one tap. `loan` is as of today. */
export function Pay({ loan, onPaid }: PayProps) {
  const { lender } = useServices()
  const { next, debt, earlyReturn } = loan
  const instalments = loan.schedule.length > 1
  const byParts = instalments && next !== null && !next.covered && next.amount < debt.toClose
  return (
    <>
      {byParts && (
        <PayButton loan={loan} amount={next.amount} onPaid={onPaid}>
          Заплатить {money(next.amount)} до {day(next.lastDay)}
        </PayButton>
      )}
      {debt.due > 0 && debt.due < debt.toClose && (
        <PayButton loan={loan} amount={debt.due} onPaid={onPaid}>
          {debt.overdueDays > 0 ? 'Погасить просроченное' : 'Заплатить сегодня'}: {money(debt.due)}
        </PayButton>
      )}
      <PayButton loan={loan} amount={debt.toClose} soft={byParts} onPaid={onPaid}>
        Вернуть заём целиком: {money(debt.toClose)}
      </PayButton>
      {earlyReturn && (
        <Soft>
          {earlyReturn.saved > 0 && `Если вернуть сегодня, проценты станут меньше на ${money(earlyReturn.saved)}. `}
          {debt.on <= earlyReturn.withoutNoticeUntil
            ? `До ${day(earlyReturn.withoutNoticeUntil)} предупреждать нас заранее не нужно.`
            : 'Проценты — только за дни, когда деньги были у вас.'}
        </Soft>
      )}
      {instalments && debt.due === 0 && (
        <Soft>
          Заплатите раньше — деньги подождут даты платежа. Чтобы вернуть часть займа досрочно, выберите это ниже.
        </Soft>
      )}
      {lender.vendors.demoPayments && <Soft>Демонстрация: деньги не списываются, платёж приходит сразу.</Soft>}
    </>
  )
}

export type PayButtonProps = PayProps & { amount: number; soft?: boolean; children: ReactNode }

export function PayButton({ loan, amount, soft = false, onPaid, children }: PayButtonProps) {
  const { call, newKey, lender, showError, refresh, toast } = useServices()
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const kind = soft ? 'soft' : 'primary'

  async function pay() {
    setBusy(true)
    try {
      await call(sandboxPayment, { params: { id: loan.id }, body: { amount } }, { key: key.current })
      key.current = newKey()
      toast('Платёж принят')
      await refresh()
      await onPaid()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  if (!lender.vendors.demoPayments) {
    return (
      <ButtonLink kind={kind} href={paymentLink(loan.paymentLink, { amount })}>
        {children}
      </ButtonLink>
    )
  }
  return (
    <Button kind={kind} busy={busy} onClick={() => void pay()}>
      {children}
    </Button>
  )
}
