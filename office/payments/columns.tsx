import type { OfficePayment } from '#contract/calls/office/payments.ts'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { sumText } from '../loans/words.ts'

export const states: Readonly<
  Record<OfficePayment['state'], { text: string; tone: 'plain' | 'good' | 'warn' | 'bad' }>
> = {
  starting: { text: 'начата', tone: 'plain' },
  waiting: { text: 'ждёт плательщика', tone: 'plain' },
  checking: { text: 'ответа нет, проверяем', tone: 'warn' },
  refused: { text: 'касса не приняла запрос', tone: 'bad' },
  succeeded: { text: 'пришла', tone: 'good' },
  cancelled: { text: 'не прошла', tone: 'bad' },
}

const purposes: Readonly<Record<OfficePayment['purpose'], string>> = {
  next: 'по графику',
  due: 'к оплате',
  whole: 'весь заём',
  part: 'часть досрочно',
  sum: 'своя сумма',
  prolong: 'за продление',
  autopay: 'автоплатёж',
}

const ways: Readonly<Record<OfficePayment['way'], string>> = { sbp: 'СБП', card: 'картой', saved: 'сохранённый способ' }

/** The end of a long number, which the cashier's own pages are searched by too */
export const shortId = (id: string) => (id.length > 20 ? `…${id.slice(-8)}` : id)

/** The same columns in the list of all and on the page of a loan */
export const paymentColumns = (moment: (at: string) => string): readonly Column<OfficePayment>[] => [
  { key: 'at', title: 'Начата', head: true, cell: ({ at }) => moment(at) },
  { key: 'amount', title: 'Сумма', end: true, cell: ({ amount }) => sumText(amount) },
  { key: 'what', title: 'За что', cell: ({ purpose, way }) => `${purposes[purpose]}, ${ways[way]}` },
  {
    key: 'state',
    title: 'Состояние',
    cell: ({ state, reason, trouble }) => (
      <>
        <Tag tone={states[state].tone}>{states[state].text}</Tag> {trouble ?? reason}
      </>
    ),
  },
  {
    key: 'provider',
    title: 'Номер у кассы',
    cell: ({ providerId }) => <span title={providerId ?? undefined}>{providerId ? shortId(providerId) : '—'}</span>,
  },
]
