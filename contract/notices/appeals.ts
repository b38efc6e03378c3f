import { formatDate, type IsoDate } from '../dates.ts'
import type { Notices } from './notice.ts'

const plain = { channels: ['sms'], hours: 'day', collection: false } as const

const numbered = ({ number }: { number: number }) => ({ номер: String(number) })
const answered = ({ number, until }: { number: number; until: IsoDate }) => ({
  номер: String(number),
  'день ответа': formatDate(until),
})

/** What is told of an appeal: that it is registered, what it needs, that it is answered. Never what it says. */
export const appealNotices = {
  appealRegistered: {
    ...plain,
    title: 'Обращение зарегистрировано',
    when: 'сразу, когда обращение пришло',
    words: 'обращение № {номер} зарегистрировано, ответим до {день ответа}.',
    values: answered,
  },
  appealPapers: {
    ...plain,
    title: 'По обращению нужны документы',
    when: 'когда для ответа чего-то не хватает',
    words: 'чтобы ответить на обращение № {номер}, нам нужно ещё кое-что: личный кабинет → Обращения.',
    values: numbered,
  },
  appealExtended: {
    ...plain,
    title: 'Срок ответа продлён',
    when: 'когда срок ответа на жалобу продлён, один раз',
    words:
      'на обращение № {номер} ответим до {день ответа}: нужно время, чтобы собрать документы. Причина — в личном кабинете.',
    values: answered,
  },
  appealAnswered: {
    ...plain,
    title: 'Ответ на обращение',
    when: 'сразу, когда ответ дан',
    words: 'ответ на обращение № {номер} — в личном кабинете, раздел «Обращения».',
    values: numbered,
  },
  holidayBegan: {
    ...plain,
    title: 'Кредитные каникулы',
    when: 'когда каникулы даны или срок ответа прошёл',
    words:
      'каникулы с {первый день} по {последний день}: платить не нужно, неустойки нет. Новый график — в личном кабинете.',
    values: ({ from, until }: { from: IsoDate; until: IsoDate }) => ({
      'первый день': formatDate(from),
      'последний день': formatDate(until),
    }),
  },
  holidayRefused: {
    ...plain,
    title: 'Отказ в каникулах',
    when: 'когда условия каникул не выполнены',
    words:
      'каникулы по обращению № {номер} дать не можем. Почему и что можно сделать — в личном кабинете, раздел «Обращения».',
    values: numbered,
  },
  newTermsOffered: {
    ...plain,
    title: 'Предложены новые условия',
    when: 'когда предлагаем новые условия возврата',
    words: 'предлагаем новые условия возврата займа. Посмотрите и согласитесь до {день}: личный кабинет → Обращения.',
    values: ({ until }: { until: IsoDate }) => ({ день: formatDate(until) }),
  },
  newTermsBegan: {
    ...plain,
    title: 'Новые условия действуют',
    when: 'сразу, когда клиент согласился',
    words: 'новые условия возврата действуют. Первый платёж — {день}, график в личном кабинете.',
    values: ({ first }: { first: IsoDate }) => ({ день: formatDate(first) }),
  },
} as const satisfies Notices
