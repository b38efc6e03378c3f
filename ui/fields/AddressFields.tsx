import { addressLabels } from '#contract/address.ts'
import type { Suggestion } from '#contract/calls/operations.ts'
import type { Form } from '../form/useForm.ts'
import { useSuggest } from '../form/useSuggest.ts'
import { MaskedField } from './MaskedField.tsx'
import { postalIndexMask } from './masks.ts'
import { Suggest } from './Suggest.tsx'
import { TextField } from './TextField.tsx'

/** An address with suggestions for each part; every part can be typed by hand. */
export function AddressFields({ form }: { form: Form }) {
  const region = form.text('region')
  const city = form.text('city')
  const findRegion = useSuggest('region')
  const findCity = useSuggest('city', { region: region.value })
  const findStreet = useSuggest('street', { region: region.value, city: city.value })
  const take = ({ data }: Suggestion) => {
    const parts = Object.entries(data).filter(([part, value]) => part in addressLabels && value)
    if (parts.length > 0) form.patch(Object.fromEntries(parts))
  }
  return (
    <>
      <Suggest
        label={addressLabels.city}
        autoComplete="off"
        hint="Выберите из подсказок: регион подставится сам"
        find={findCity}
        from={1}
        onPick={take}
        {...city}
      />
      <Suggest label={addressLabels.region} autoComplete="off" find={findRegion} from={1} {...region} />
      <Suggest
        label={addressLabels.street}
        hint="Если улицы нет, оставьте пустым"
        find={findStreet}
        onPick={take}
        {...form.text('street')}
      />
      <TextField label={addressLabels.house} {...form.text('house')} />
      <TextField label={addressLabels.flat} hint="Если дом частный, оставьте пустым" {...form.text('flat')} />
      <MaskedField
        label={addressLabels.index}
        mask={postalIndexMask}
        autoComplete="postal-code"
        hint="Если помните"
        {...form.text('index')}
      />
    </>
  )
}
