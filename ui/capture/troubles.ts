import type { CameraTrouble } from '#contract/cameraTroubles.ts'

/** What a person is offered, most useful first. */
export type Offer = 'again' | 'help' | 'otherCamera' | 'copyLink' | 'phone' | 'file'

export interface TroubleWords {
  readonly text: string
  readonly offers: readonly Offer[]
}

/** What to do about each trouble, and its ways out. The only place where these are written; their names are in the contract. */
export const troubles: Readonly<Record<CameraTrouble, TroubleWords>> = {
  insecure: {
    text: 'Браузер даёт камеру только по адресу, который начинается с https. Откройте эту же страницу по такому адресу.',
    offers: ['copyLink', 'phone', 'file'],
  },
  inApp: {
    text: 'Похоже, страница открыта внутри другого приложения. Скопируйте ссылку и откройте её в браузере телефона: заявка продолжится с этого места.',
    offers: ['copyLink', 'help', 'phone', 'file'],
  },
  closed: {
    text: 'Браузер спросил, можно ли включить камеру, и не получил ответа. Нажмите кнопку и выберите «Разрешить».',
    offers: ['again', 'help', 'file'],
  },
  blocked: {
    text: 'Так браузер запомнил раньше, и сам он больше не спросит. Разрешите камеру по шагам и проверьте ещё раз: ничего не пропадёт.',
    offers: ['help', 'again', 'phone', 'file'],
  },
  blockedBySystem: {
    text: 'Её запрещает сама система, не сайт. Включите доступ к камере для браузера в настройках устройства.',
    offers: ['help', 'again', 'phone', 'file'],
  },
  tapNeeded: {
    text: 'Браузер не разрешил включить её без вашего нажатия.',
    offers: ['again', 'file'],
  },
  noCamera: {
    text: 'На этом устройстве её нет, или она отключена. Подключите камеру — мы заметим сами — или выберите другой способ.',
    offers: ['file', 'phone', 'again'],
  },
  noMicrophone: {
    text: 'Камера есть, но видео нужно со звуком. Подключите микрофон или гарнитуру, или снимите на телефоне.',
    offers: ['again', 'phone', 'file'],
  },
  busy: {
    text: 'Сейчас её держит другая программа или вкладка: например, видеозвонок. Закройте её и попробуйте снова.',
    offers: ['again', 'otherCamera', 'phone', 'file'],
  },
  noAnswer: {
    text: 'Поищите вопрос браузера: обычно он вверху экрана, рядом с адресом. Выберите «Разрешить».',
    offers: ['again', 'help', 'phone', 'file'],
  },
  noPicture: {
    text: 'Она включилась, но кадров нет. Выберите другую камеру или откройте страницу в другом браузере.',
    offers: ['again', 'otherCamera', 'phone', 'file'],
  },
  black: {
    text: 'Проверьте, не закрыта ли камера шторкой, чехлом или пальцем. Внутри мессенджеров такое тоже бывает: откройте страницу в браузере.',
    offers: ['otherCamera', 'again', 'copyLink', 'file'],
  },
  lost: {
    text: 'Её отсоединили или забрала другая программа. Снятое раньше на месте: включите камеру и продолжайте.',
    offers: ['again', 'otherCamera', 'phone', 'file'],
  },
  noRecorder: {
    text: 'Снимите видео обычной камерой устройства и выберите его здесь.',
    offers: ['file', 'phone'],
  },
}
