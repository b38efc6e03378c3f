import { createContext, type ReactNode, useContext, useState } from 'react'
import type { LoanView } from '#contract/calls/loans.ts'
import { kopecks, parseRoubles } from '#contract/money.ts'
import type { PayPurpose } from '#contract/paying.ts'
import { paymentLink } from '#contract/paymentLink.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { Details } from '#ui/show/Details.tsx'
import { day, money } from './words.ts'

/** What is to be paid: the button that was tapped. */
export interface Choice {
  readonly purpose: PayPurpose
  readonly amount: number
}

/** Asks how to pay; given by the screen. */
export const ChooseContext = createContext<(choice: Choice) => void>(() => undefined)

/** The payment of the schedule, and the whole loan at once: each one tap. `loan` is as of today. */
export function Pay({ loan }: { loan: LoanView }) {
  const { next, debt, earlyReturn } = loan
  const instalments = loan.schedule.length > 1
  const byParts = instalments && next !== null && !next.covered && next.amount < debt.toClose
  return (
    <>
      {byParts && debt.overdueDays === 0 && (
        <PayButton loan={loan} purpose="next" amount={next.amount}>
          Заплатить {money(next.amount)} до {day(next.lastDay)}
        </PayButton>
      )}
      {debt.due > 0 && debt.due < debt.toClose && (
        <PayButton loan={loan} purpose="due" amount={debt.due}>
          {debt.overdueDays > 0 ? 'Погасить просроченное' : 'Заплатить сегодня'}: {money(debt.due)}
        </PayButton>
      )}
      <PayButton loan={loan} purpose="whole" amount={debt.toClose} soft={byParts || debt.due > 0}>
        Вернуть заём целиком: {money(debt.toClose)}
      </PayButton>
      <OwnSum loan={loan} instalments={instalments} />
      {earlyReturn && (
        <Soft>
          {earlyReturn.saved > 0 && `Если вернуть сегодня, проценты станут меньше на ${money(earlyReturn.saved)}. `}
          {debt.on <= earlyReturn.withoutNoticeUntil
            ? `До ${day(earlyReturn.withoutNoticeUntil)} предупреждать нас заранее не нужно.`
            : 'Проценты — только за дни, когда деньги были у вас.'}
        </Soft>
      )}
    </>
  )
}

/** Any part of the debt, with what that does. */
function OwnSum({ loan, instalments }: { loan: LoanView; instalments: boolean }) {
  const [text, setText] = useState('')
  const { debt } = loan
  const typed = parseRoubles(text)
  const amount = typed !== null && typed >= 100 && typed <= debt.toClose ? typed : null
  const what =
    debt.due > 0
      ? 'Сначала деньги погасят то, что уже подошло к оплате.'
      : instalments
        ? 'Деньги подождут даты платежа. Чтобы вернуть часть займа досрочно, выберите это ниже.'
        : 'Деньги сразу уменьшат долг: сначала проценты по сегодня, потом сам заём.'
  return (
    <Details title="Другая сумма">
      <TextField
        label="Сколько заплатить, ₽"
        inputMode="decimal"
        value={text}
        onChange={setText}
        onBlur={() => {}}
        error={text && amount === null ? `Сумма от 1 ₽ до ${money(debt.toClose)}` : undefined}
      />
      <PayButton loan={loan} purpose="sum" amount={amount ?? 0} disabled={amount === null} soft>
        {amount === null ? 'Заплатить' : `Заплатить ${money(kopecks(amount))}`}
      </PayButton>
      <Soft>{what}</Soft>
    </Details>
  )
}

type PayButtonProps = Choice & { loan: LoanView; soft?: boolean; disabled?: boolean; children: ReactNode }

/** Leads to the ways of paying; to the lender's own page where nobody takes payments here. */
export function PayButton({ loan, purpose, amount, soft = false, disabled = false, children }: PayButtonProps) {
  const { lender } = useServices()
  const choose = useContext(ChooseContext)
  const kind = soft ? 'soft' : 'primary'
  if (lender.vendors.paysInside || disabled)
    return (
      <Button kind={kind} disabled={disabled} onClick={() => choose({ purpose, amount })}>
        {children}
      </Button>
    )
  return (
    <ButtonLink kind={kind} href={paymentLink(loan.paymentLink, { amount })}>
      {children}
    </ButtonLink>
  )
}
