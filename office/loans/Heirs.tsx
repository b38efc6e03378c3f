import { useState } from 'react'
import { addHeir } from '#contract/calls/office/loans.ts'
import { parseDate } from '#contract/dateReading.ts'
import { Button } from '#ui/actions/Button.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Details } from '#ui/show/Details.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import s from './Loans.module.css'
import { dayText, type LoanPage } from './words.ts'

type Props = { readonly page: LoanPage; readonly id: string; again(): void }

/** Who inherits: they are written to by letter only, and told of the debt once they have brought a notary's paper */
export function Heirs({ page, id, again }: Props) {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [basis, setBasis] = useState('')
  const [accepted, setAccepted] = useState('')
  const { busy, act, field } = useAct()
  const acceptedOn = parseDate(accepted)
  const ready = name.trim() && address.trim() && basis.trim() && (!accepted || acceptedOn)
  const add = () =>
    act(async (keyFor) => {
      const body = { name, address, basis, ...(acceptedOn && { acceptedOn }) }
      await makeCall(addHeir, { params: { id }, body }, { key: keyFor(id, body) })
      for (const clear of [setName, setAddress, setBasis, setAccepted]) clear('')
      again()
      return 'Наследник записан'
    })
  return (
    <Card title="Наследники">
      <ul className={s.lines}>
        {(page.mark?.heirs ?? []).map((heir) => (
          <li key={heir.id}>
            <span>
              {heir.name}, {heir.address}
              <br />
              {heir.basis}
              {heir.acceptedOn ? `, наследство принято ${dayText(heir.acceptedOn)}` : ', наследство ещё не принято'}
            </span>
          </li>
        ))}
      </ul>
      <p>Им пишут только письмом. О займе говорят тому, кто принёс справку или свидетельство нотариуса.</p>
      <Details title="Записать наследника">
        <div className={s.form}>
          <TextField label="Фамилия, имя, отчество" {...field('name')} value={name} onChange={setName} />
          <TextField label="Адрес для писем" {...field('address')} value={address} onChange={setAddress} />
          <TextArea label="Чем подтверждается" {...field('basis')} maxLength={1000} value={basis} onChange={setBasis} />
          <DateField
            label="Когда принял наследство"
            {...field('acceptedOn')}
            aside="если принял"
            hint="С этого дня неустойка может начисляться снова"
            value={accepted}
            onChange={setAccepted}
          />
          <Button kind="soft" busy={busy} disabled={!ready} onClick={() => void add()}>
            Записать
          </Button>
        </div>
      </Details>
    </Card>
  )
}
