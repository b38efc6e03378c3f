import type { OfferView } from '#contract/calls/offer.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { decimalRoubles, formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { groupThousands } from '#contract/spaces.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { FullCostFrames } from '#ui/show/FullCostFrames.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { Schedule } from './Schedule.tsx'
import { ScheduleChart } from './ScheduleChart.tsx'

const money = (amount: number) => formatRoubles(kopecks(amount))
const day = (date: string) => formatDate(date as IsoDate)

/** «1 680,00»: the frame always shows kopecks. */
const frameRoubles = (amount: number) => {
  const [whole = '', part = ''] = decimalRoubles(kopecks(amount)).split('.')
  return `${groupThousands(whole)},${part}`
}

/** Everything of the offer, and of the contract it became: full cost first, as the law has it. */
export function Offer({ offer, requestId, signed }: { offer: OfferView; requestId: string; signed: boolean }) {
  const single = offer.schedule.length === 1
  return (
    <>
      <FullCostFrames percent={formatPercent(offer.fullCostPercent)} roubles={frameRoubles(offer.fullCostRoubles)} />
      <Card>
        <Lines
          lines={[
            { label: 'Получите', value: money(offer.amount) },
            {
              label: single ? `Вернёте ${day(offer.dueDate)}` : `Вернёте всего до ${day(offer.dueDate)}`,
              value: money(offer.totalToReturn),
            },
            ...(single ? [] : [{ label: 'Платёж раз в две недели', value: money(offer.schedule[0]?.payment ?? 0) }]),
            { label: 'Платные услуги', value: 'Отсутствуют' },
            ...(signed ? [] : [{ label: 'Предложение действует до', value: day(offer.until) }]),
          ]}
        />
      </Card>
      {offer.amount < offer.requestedAmount && (
        <Notice>
          Просили {money(offer.requestedAmount)}, одобрили {money(offer.amount)}: столько по силам при вашем доходе и
          долгах.
        </Notice>
      )}
      {offer.debtBurden?.notice && (
        <Notice tone="warn" title="Долговая нагрузка выше 50 %">
          На платежи по всем долгам уйдёт {offer.debtBurden.percent} % дохода. Есть риск не справиться с платежами и
          получить штрафы. Подумайте, нужен ли этот заём сейчас.
        </Notice>
      )}
      {offer.coolingOff && !signed && (
        <Notice title="После подписания есть время передумать">
          Деньги уйдут не сразу: закон даёт время отказаться бесплатно. Проценты за это время не идут.
        </Notice>
      )}
      <Card title={single ? 'Платёж' : 'График платежей'}>
        <ScheduleChart rows={offer.schedule} />
        <Schedule rows={offer.schedule} />
      </Card>
      <Card title="Документы">
        <Rows>
          {offer.documents.map((document) => (
            <ListRow
              key={document.id}
              sign="PDF"
              title={document.title}
              sub={document.signedAt ? `Подписан ${day(document.signedAt.slice(0, 10))}` : 'Прочитайте до подписания'}
              href={`/service/requests/${requestId}/documents/${document.id}`}
              away
            />
          ))}
        </Rows>
      </Card>
      <Details title="Индивидуальные условия целиком">
        <Lines
          lines={offer.conditions.map(({ number, title, content }) => ({
            label: `${number}. ${title}`,
            value: content,
            key: number,
          }))}
        />
      </Details>
    </>
  )
}
