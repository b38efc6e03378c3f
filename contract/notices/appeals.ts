import { formatDate, type IsoDate } from '../dates.ts'
import type { Notices } from './notice.ts'

const plain = { channels: ['sms'], hours: 'day', collection: false } as const

/** What is told of an appeal: that it is registered, what it needs, that it is answered. Never what it says. */
export const appealNotices = {
  appealRegistered: {
    ...plain,
    title: 'Обращение зарегистрировано',
    when: 'сразу, когда обращение пришло',
    words: ({ number, until }: { number: number; until: IsoDate }) =>
      `обращение № ${number} зарегистрировано, ответим до ${formatDate(until)}.`,
  },
  appealPapers: {
    ...plain,
    title: 'По обращению нужны документы',
    when: 'когда для ответа чего-то не хватает',
    words: ({ number }: { number: number }) =>
      `чтобы ответить на обращение № ${number}, нам нужно ещё кое-что: личный кабинет → Обращения.`,
  },
  appealExtended: {
    ...plain,
    title: 'Срок ответа продлён',
    when: 'когда срок ответа на жалобу продлён, один раз',
    words: ({ number, until }: { number: number; until: IsoDate }) =>
      `на обращение № ${number} ответим до ${formatDate(until)}: нужно время, чтобы собрать документы. Причина — в личном кабинете.`,
  },
  appealAnswered: {
    ...plain,
    title: 'Ответ на обращение',
    when: 'сразу, когда ответ дан',
    words: ({ number }: { number: number }) =>
      `ответ на обращение № ${number} — в личном кабинете, раздел «Обращения».`,
  },
  holidayBegan: {
    ...plain,
    title: 'Кредитные каникулы',
    when: 'когда каникулы даны или срок ответа прошёл',
    words: ({ from, until }: { from: IsoDate; until: IsoDate }) =>
      `каникулы с ${formatDate(from)} по ${formatDate(until)}: платить не нужно, неустойки нет. Новый график — в личном кабинете.`,
  },
  holidayRefused: {
    ...plain,
    title: 'Отказ в каникулах',
    when: 'когда условия каникул не выполнены',
    words: ({ number }: { number: number }) =>
      `каникулы по обращению № ${number} дать не можем. Почему и что можно сделать — в личном кабинете, раздел «Обращения».`,
  },
  newTermsOffered: {
    ...plain,
    title: 'Предложены новые условия',
    when: 'когда предлагаем новые условия возврата',
    words: ({ until }: { until: IsoDate }) =>
      `предлагаем новые условия возврата займа. Посмотрите и согласитесь до ${formatDate(until)}: личный кабинет → Обращения.`,
  },
  newTermsBegan: {
    ...plain,
    title: 'Новые условия действуют',
    when: 'сразу, когда клиент согласился',
    words: ({ first }: { first: IsoDate }) =>
      `новые условия возврата действуют. Первый платёж — ${formatDate(first)}, график в личном кабинете.`,
  },
} as const satisfies Notices
