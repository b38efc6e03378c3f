import { requestForm } from '#contract/requestForm.ts'
import type { FlowContext } from '#contract/step.ts'
import { wishOf } from '#contract/wish.ts'
import { Select } from '../fields/Select.tsx'
import { TextField } from '../fields/TextField.tsx'
import type { Form } from '../form/useForm.ts'
import { Card } from '../frame/Card.tsx'
import { Calculator } from './Calculator.tsx'

type RequestFieldsProps = { form: Form; context: Pick<FlowContext, 'lender' | 'today' | 'firstLoan'> }

/** The request form's fields, the same when a request is created and when it is filled. */
export function RequestFields({ form, context }: RequestFieldsProps) {
  const { lender } = context
  const wish = wishOf(form.raw, lender)
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
      <Select label={requestForm.labels.purpose} options={purposes} {...form.text('purpose')} />
      <TextField
        label={requestForm.labels.promo}
        hint="Если есть"
        autoCapitalize="characters"
        {...form.text('promo')}
      />
    </>
  )
}
