import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { Tick } from '../fields/Tick.tsx'
import { Card } from '../frame/Card.tsx'
import { Page } from '../frame/Page.tsx'
import { Details } from '../show/Details.tsx'
import { Lines } from '../show/Facts.tsx'
import { FullCostFrames } from '../show/FullCostFrames.tsx'
import { ListRow } from '../show/ListRow.tsx'

export function OfferSheet() {
  const [code, setCode] = useState('111')
  const [agreed, setAgreed] = useState(false)
  return (
    <Page
      title="Ваши условия"
      back="/step3"
      note="Предложение до 28 ноября"
      dock={
        <>
          <Button>Подписать кодом из&nbsp;СМС</Button>
          <Button kind="quiet">Отказаться</Button>
        </>
      }
    >
      <FullCostFrames percent={'292,000\u00a0%'} roubles={'1\u00a0680,00'} />
      <Card>
        <Lines
          lines={[
            { label: 'Получите', value: '15 000 ₽' },
            { label: 'Вернёте 5 декабря', value: '16 680 ₽' },
            { label: 'Платные услуги', value: 'Отсутствуют' },
            { label: 'Вернуть без причины', value: '14 дней' },
          ]}
        />
      </Card>
      <ListRow sign="PDF" title="Индивидуальные условия" sub="3 страницы, с графиком" href="/service/sample" away />
      <CodeField label="Код из СМС" value={code} onChange={setCode} hint="Отправили на +7 900 000-00-00" />
      <Tick
        label="Согласие на обработку персональных данных"
        mark="обязательно"
        hint="Без него заявку рассмотреть нельзя"
        document={{ href: '/service/sample', title: 'Текст согласия, версия 3' }}
        checked={agreed}
        onChange={setAgreed}
      />
      <Details title="Что будет, если передумать?">
        <p>Ничего: до выдачи денег отказ бесплатный.</p>
      </Details>
    </Page>
  )
}
