import { optionsOf } from '#contract/fields.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import { MaskedField } from '#ui/fields/MaskedField.tsx'
import { accountMask, bikMask } from '#ui/fields/masks.ts'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { Suggest } from '#ui/fields/Suggest.tsx'
import { useSuggest } from '#ui/form/useSuggest.ts'
import type { FieldsProps } from '#ui/services.ts'
import { CardFromRail } from './CardFromRail.tsx'
import { step, ways } from './step.ts'

const { labels } = step

const offered = ({ lender }: FieldsProps['context']) =>
  optionsOf(ways).filter(({ value }) => lender.flow.payoutMethods.includes(value))

export default function Screen({ form, context }: FieldsProps) {
  const way = form.text('way')
  const findBank = useSuggest('bank')
  return (
    <>
      <Choice
        label={labels.way}
        options={offered(context)}
        headed
        {...way}
        onChange={(chosen) => {
          const own = chosen === 'sbp' && form.text('phone').value === '' ? context.facts.phone : undefined
          form.patch({ way: chosen, ...(own && { phone: own }) })
        }}
      />
      {way.value === 'sbp' && (
        <>
          <Suggest
            label={labels.bankName}
            find={findBank}
            from={0}
            {...form.text('bankName')}
            // Another name typed over a picked one is another bank: the id goes with the name it came with.
            onChange={(bankName) => form.patch({ bankName, bankId: '' })}
            onPick={(bank) => form.patch({ bankName: bank.value, bankId: bank.data.id ?? '' })}
          />
          <PhoneField label={labels.phone} {...form.text('phone')} />
        </>
      )}
      {way.value === 'account' && (
        <>
          <MaskedField label={labels.bik} mask={bikMask} {...form.text('bik')} />
          <MaskedField label={labels.account} mask={accountMask} {...form.text('account')} />
        </>
      )}
      {way.value === 'card' && <CardFromRail form={form} page={context.lender.vendors.cardPage} />}
      <Notice>По закону деньги можно перевести только вам: имя получателя в банке сверяется с паспортом.</Notice>
    </>
  )
}
