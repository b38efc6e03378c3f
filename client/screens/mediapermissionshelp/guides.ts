import type { Place } from './Drawing.tsx'

export type Guide = {
  readonly title: string
  /** All of them match the user agent; guides are tried in order */
  readonly agent: readonly RegExp[]
  /** Where the first step looks */
  readonly place: Place
  readonly steps: readonly string[]
}

/** From the narrowest to the widest: an in-app browser also calls itself Chrome or Safari */
export const guides: readonly Guide[] = [
  {
    title: 'Окно внутри мессенджера или соцсети',
    agent: [/Telegram|VKAndroidApp|VKClient|FBAN|FBAV|Instagram|WhatsApp|; wv\)/i],
    place: 'menu',
    steps: [
      'Откройте меню окна: три точки или кнопка «Поделиться» в углу.',
      'Выберите «Открыть в браузере».',
      'Войдите по своему номеру: заявка откроется на том же месте.',
    ],
  },
  {
    title: 'Chrome или Яндекс Браузер на iPhone',
    agent: [/iP(hone|ad|od)/, /CriOS|YaBrowser|FxiOS/],
    place: 'settings',
    steps: [
      'Откройте «Настройки» телефона и найдите в списке свой браузер.',
      'Включите «Камера» и «Микрофон».',
      'Вернитесь в браузер и обновите страницу.',
    ],
  },
  {
    title: 'Safari на iPhone',
    agent: [/iP(hone|ad|od)/],
    place: 'bottom',
    steps: [
      'Нажмите «аА» или значок страницы слева от адреса.',
      'Выберите «Настройки веб-сайта».',
      'Для камеры и микрофона поставьте «Разрешить» и вернитесь на страницу.',
    ],
  },
  {
    title: 'Яндекс Браузер на Android',
    agent: [/Android/, /YaBrowser/],
    place: 'address',
    steps: [
      'Нажмите на значок слева от адреса сайта.',
      'Откройте «Разрешения» и включите камеру и микрофон.',
      'Если их нет в списке: настройки телефона → «Приложения» → «Яндекс» → «Разрешения».',
    ],
  },
  {
    title: 'Samsung Internet на Android',
    agent: [/Android/, /SamsungBrowser/],
    place: 'address',
    steps: [
      'Нажмите на замок слева от адреса сайта.',
      'Откройте «Разрешения» и включите камеру и микрофон.',
      'Если их нет в списке: настройки телефона → «Приложения» → «Samsung Internet» → «Разрешения».',
    ],
  },
  {
    title: 'Firefox на Android',
    agent: [/Android/, /Firefox/],
    place: 'address',
    steps: [
      'Нажмите на замок слева от адреса сайта.',
      'У камеры и микрофона выберите «Разрешено».',
      'Если не помогло: настройки телефона → «Приложения» → Firefox → «Разрешения».',
    ],
  },
  {
    title: 'Chrome на Android',
    agent: [/Android/],
    place: 'address',
    steps: [
      'Нажмите на значок слева от адреса сайта.',
      'Откройте «Разрешения» и включите камеру и микрофон.',
      'Если их нет в списке: настройки телефона → «Приложения» → Chrome → «Разрешения».',
    ],
  },
  {
    title: 'Firefox на компьютере',
    agent: [/Firefox/],
    place: 'address',
    steps: [
      'Нажмите на значок камеры слева от адреса сайта.',
      'Уберите запрет у камеры и микрофона.',
      'Обновите страницу и согласитесь, когда браузер спросит.',
    ],
  },
  {
    title: 'Chrome, Яндекс Браузер или Edge на компьютере',
    agent: [/Chrome|Edg/],
    place: 'address',
    steps: ['Нажмите на значок слева от адреса сайта.', 'Включите камеру и микрофон.', 'Обновите страницу.'],
  },
  {
    title: 'Safari на Mac',
    agent: [/Macintosh/],
    place: 'address',
    steps: [
      'В меню Safari выберите «Настройки для этого веб-сайта».',
      'Для камеры и микрофона поставьте «Разрешить».',
      'Обновите страницу.',
    ],
  },
]

/** The guide for this browser; Chrome on a computer where it is none of them */
export function ownGuide(agent: string): Guide {
  const guideFor = (text: string) => guides.find((guide) => guide.agent.every((part) => part.test(text)))
  return guideFor(agent) ?? (guideFor('Chrome') as Guide)
}
