import type { Notices } from './notice.ts'

const plain = { channels: ['sms'], hours: 'day', collection: false } as const

/** What a member of the staff may have told to a client: whole templates, so that nobody types personal data, a promise or a threat into an SMS. None is about a debt. */
export const officeNotices = {
  staffCouldNotReach: {
    ...plain,
    title: 'Не дозвонились',
    when: 'когда сотрудник не дозвонился до клиента',
    words: 'не смогли дозвониться до вас по заявке. Позвоните нам, телефон — в личном кабинете.',
  },
  staffWillCall: {
    ...plain,
    title: 'Позвоним вам',
    when: 'когда сотрудник собирается звонить клиенту',
    words: 'позвоним вам по заявке в рабочие часы. Что звоним именно мы, будет видно в личном кабинете.',
  },
  staffAwaitsAnswers: {
    ...plain,
    title: 'Ждём исправлений',
    when: 'когда заявка возвращена, а клиент её не исправляет',
    words: 'ждём ваших исправлений в заявке. Что нужно поправить, написано в личном кабинете.',
  },
  staffCheckCabinet: {
    ...plain,
    title: 'Загляните в кабинет',
    when: 'когда в кабинете клиента есть новое',
    words: 'в вашей заявке есть новое. Загляните, пожалуйста, в личный кабинет.',
  },
} as const satisfies Notices

export type OfficeNotice = keyof typeof officeNotices
