import { formatDate, type IsoDate } from '../dates.ts'
import { formatRoubles, kopecks } from '../money.ts'
import { formatCount } from '../russian.ts'
import type { Notices } from './notice.ts'

/** Every notice of a request, from the review to the money. */
export const requestNotices = {
  requestReturned: {
    title: 'Заявка возвращена на доработку',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда проверяющий вернул заявку',
    words: 'в заявке нужно поправить {сколько пунктов}. Войдите в личный кабинет, там написано, что именно.',
    values: ({ places }: { places: number }) => ({
      'сколько пунктов': formatCount(places, 'пункт', 'пункта', 'пунктов'),
    }),
  },
  requestRefused: {
    title: 'Решение проверяющего',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда проверяющий отказал',
    words: 'по вашей заявке принято решение. Войдите в личный кабинет, чтобы его увидеть.',
  },
  bureausAwaited: {
    title: 'Ждём бюро кредитных историй',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда бюро не отвечают уже сутки, один раз',
    words:
      'бюро кредитных историй пока не ответили, поэтому решения по заявке ещё нет. Можно подождать или отказаться от займа.',
  },
  rejected: {
    title: 'Решение по заявке',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу после решения, при отказе; и когда закон запретил выдать одобренный заём',
    words: 'по вашей заявке есть решение. Откройте рабочий стол.',
  },
  offer: {
    title: 'Заём одобрен',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу после решения',
    words: 'заём {сумма} одобрен. Условия ждут вас до {день} включительно.',
    values: ({ amount, until }: { amount: number; until: IsoDate }) => ({
      сумма: formatRoubles(kopecks(amount)),
      день: formatDate(until, 'numeric'),
    }),
  },
  offerOver: {
    title: 'Срок предложения вышел',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'после последнего дня предложения',
    words: 'срок предложения вышел. Если заём ещё нужен, подайте заявку снова.',
  },
  coolingOff: {
    title: 'Период охлаждения начался',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу после подписания, если закон велит подождать',
    words: 'договор подписан. Деньги отправим {когда}, по закону до этого можно бесплатно отказаться.',
    values: ({ until }: { until: string }) => ({ когда: until }),
  },
  released: {
    title: 'Период охлаждения закончился',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'в час, с которого деньги можно отправить',
    words: 'период охлаждения закончился, отправляем деньги.',
  },
  refused: {
    title: 'Отказ от займа',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, когда заёмщик отказался от подписанного займа',
    words: 'вы отказались от займа. Платить ничего не нужно.',
  },
  paid: {
    title: 'Деньги отправлены',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, когда перевод дошёл',
    words: 'деньги отправлены. Вернуть до {день}.',
    values: ({ dueDate }: { dueDate: IsoDate }) => ({ день: formatDate(dueDate) }),
  },
  payoutDelayed: {
    title: 'Перевод задержался у нас',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, когда на нашем счёте не хватило денег на выплату, один раз',
    words:
      'деньги ещё не отправлены: перевод задержался на нашей стороне. Отправим сами туда же, делать ничего не нужно.',
  },
  payoutCancelled: {
    title: 'Перевод не прошёл',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, когда деньги вернулись',
    words: '{почему}',
    values: ({ why }: { why: string }) => ({ почему: why }),
  },
  payoutAbandoned: {
    title: 'Другого способа не дождались',
    channels: ['sms'],
    hours: 'day',
    collection: false,
    when: 'когда после возврата денег так и не назвали, куда их отправить',
    words: 'деньги не удалось перевести, и другого способа мы не дождались. Займа нет, платить ничего не нужно.',
  },
} as const satisfies Notices
