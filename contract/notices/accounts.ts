import { formatPhone, maskPhone, type Phone } from '../identifiers.ts'
import type { Notices } from './notice.ts'

/** What is told of an account itself, so that nobody takes it over unnoticed. */
export const accountNotices = {
  phoneChanged: {
    title: 'Номер для входа изменён',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, на прежний номер и на новый',
    words: ({ phone, contact }: { phone: string; contact: string }) =>
      `номер для входа изменён на ${maskPhone(phone as Phone)}. Деньги по займу сутки не отправляем. Это не вы? Звоните: ${formatPhone(contact as Phone)}`,
  },
  passkeyAdded: {
    title: 'Добавлен вход по ключу',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: () => 'в кабинет добавлен вход по ключу. Это не вы? Удалите его в профиле и позвоните нам.',
  },
  identityLinked: {
    title: 'Включён вход через поставщика',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: ({ through }: { through: string }) =>
      `в кабинет теперь можно войти через ${through}. Это не вы? Отключите это в профиле и позвоните нам.`,
  },
  identityUnlinked: {
    title: 'Отключён вход через поставщика',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: ({ through }: { through: string }) => `вход в кабинет через ${through} отключён. Это не вы? Позвоните нам.`,
  },
  identitySignIn: {
    title: 'Вход через поставщика',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: ({ through }: { through: string }) => `в кабинет вошли через ${through}. Это не вы? Позвоните нам.`,
  },
} as const satisfies Notices
