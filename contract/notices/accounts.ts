import { formatPhone, maskPhone, type Phone } from '../identifiers.ts'
import type { Notices } from './notice.ts'

const throughWhom = ({ through }: { through: string }) => ({ поставщик: through })

/** What is told of an account itself, so that nobody takes it over unnoticed. */
export const accountNotices = {
  phoneChanged: {
    title: 'Номер для входа изменён',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу, на прежний номер и на новый',
    words:
      'номер для входа изменён на {номер}. Деньги по займу сутки не отправляем. Это не вы? Звоните: {телефон организации}',
    values: ({ phone, contact }: { phone: string; contact: string }) => ({
      номер: maskPhone(phone as Phone),
      'телефон организации': formatPhone(contact as Phone),
    }),
  },
  passkeyAdded: {
    title: 'Добавлен вход по ключу',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: 'в кабинет добавлен вход по ключу. Это не вы? Удалите его в профиле и позвоните нам.',
  },
  identityLinked: {
    title: 'Включён вход через поставщика',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: 'в кабинет теперь можно войти через {поставщик}. Это не вы? Отключите это в профиле и позвоните нам.',
    values: throughWhom,
  },
  identityUnlinked: {
    title: 'Отключён вход через поставщика',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: 'вход в кабинет через {поставщик} отключён. Это не вы? Позвоните нам.',
    values: throughWhom,
  },
  identitySignIn: {
    title: 'Вход через поставщика',
    channels: ['sms'],
    hours: 'atOnce',
    collection: false,
    when: 'сразу',
    words: 'в кабинет вошли через {поставщик}. Это не вы? Позвоните нам.',
    values: throughWhom,
  },
} as const satisfies Notices
