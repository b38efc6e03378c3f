import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { Range } from '../fields/Range.tsx'
import { Card } from '../frame/Card.tsx'
import { Page } from '../frame/Page.tsx'
import { Soft } from '../frame/Stack.tsx'
import { PriceTable } from '../show/PricePanel.tsx'

const roubles = (amount: number) => `${amount.toLocaleString('ru-RU')}\u00a0₽`
const days = (count: number) => `${count}\u00a0дней`

export function StartSheet() {
  const [amount, setAmount] = useState(15_000)
  const [term, setTerm] = useState(14)
  return (
    <Page
      title="Сколько нужно до зарплаты?"
      heading={<>Сколько нужно до&nbsp;зарплаты?</>}
      aside={{ href: '/step2', text: 'Войти' }}
    >
      <Card>
        <Range label="Сумма" value={amount} min={1000} max={30_000} step={1000} format={roubles} onChange={setAmount} />
        <Range label="Срок" value={term} min={5} max={30} step={1} format={days} onChange={setTerm} />
        <PriceTable total={roubles(16_680)} by={'5\u00a0декабря'} fullCost={'292,000\u00a0%'} />
      </Card>
      <Button>Получить {roubles(amount)}</Button>
      <Soft>Около 4 минут. Нужен паспорт. Звонить не&nbsp;будем.</Soft>
    </Page>
  )
}
