import { formatRoubles } from '#contract/money.ts'
import { requestForm } from '#contract/requestForm.ts'
import type { FlowContext } from '#contract/step.ts'
import { findProduct, wishOf } from '#contract/wish.ts'
import { Notice } from '../feedback/Notice.tsx'
import { Select } from '../fields/Select.tsx'
import { TextField } from '../fields/TextField.tsx'
import type { Form } from '../form/useForm.ts'
import { Card } from '../frame/Card.tsx'
import type { AuthStatus } from '../services.ts'
import { Calculator } from './Calculator.tsx'
import { usePromoWord } from './promos.ts'

type RequestFieldsProps = {
  form: Form
  context: Pick<FlowContext, 'lender' | 'today' | 'firstLoan'>
  /** Of somebody not signed in it is not known whether the loan is their first */
  authStatus: AuthStatus
}

/** The request form's fields, the same when a request is created and when it is filled. */
export function RequestFields({ form, context, authStatus }: RequestFieldsProps) {
  const { lender } = context
  const wish = wishOf(form.raw, lender)
  const free = authStatus === 'no_auth' ? findProduct(lender, wish.product)?.firstLoanFreeUpTo : undefined
  const promo = usePromoWord(wish.product, wish.promo ?? '')
  const purposes = lender.purposes.map(({ id, label }) => ({ value: id, label }))
  return (
    <>
      <Card>
        <Calculator
          wish={wish}
          context={context}
          onChange={(change) => form.patch({ ...wish, promo: wish.promo ?? '', ...change })}
        />
      </Card>
      {free !== undefined && (
        <Notice>Первый заём до {formatRoubles(free)} — без процентов. Первый ли он, узнаем по вашему телефону.</Notice>
      )}
      <Select label={requestForm.labels.purpose} options={purposes} {...form.text('purpose')} />
      <TextField
        label={requestForm.labels.promo}
        hint={promo ?? 'Если есть'}
        autoCapitalize="characters"
        {...form.text('promo')}
      />
    </>
  )
}
