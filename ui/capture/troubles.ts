/** What may be in the way of the camera and the microphone, after the error names of Media Capture and Streams. */
export type Trouble =
  | 'insecure'
  | 'inApp'
  | 'closed'
  | 'blocked'
  | 'blockedBySystem'
  | 'tapNeeded'
  | 'noCamera'
  | 'noMicrophone'
  | 'busy'
  | 'noAnswer'
  | 'noPicture'
  | 'black'
  | 'lost'
  | 'noRecorder'

/** What a person is offered, most useful first. */
export type Offer = 'again' | 'help' | 'otherCamera' | 'copyLink' | 'phone' | 'file'

export interface TroubleWords {
  readonly title: string
  readonly text: string
  readonly offers: readonly Offer[]
}

/** Every trouble with its words and its ways out. The only place where these are written. */
export const troubles: Readonly<Record<Trouble, TroubleWords>> = {
  insecure: {
    title: 'Страница открыта без защиты',
    text: 'Браузер даёт камеру только по адресу, который начинается с https. Откройте эту же страницу по такому адресу.',
    offers: ['copyLink', 'phone', 'file'],
  },
  inApp: {
    title: 'Здесь камера не работает',
    text: 'Похоже, страница открыта внутри другого приложения. Скопируйте ссылку и откройте её в браузере телефона: заявка продолжится с этого места.',
    offers: ['copyLink', 'help', 'phone', 'file'],
  },
  closed: {
    title: 'Вопрос о камере закрыли',
    text: 'Браузер спросил, можно ли включить камеру, и не получил ответа. Нажмите кнопку и выберите «Разрешить».',
    offers: ['again', 'help', 'file'],
  },
  blocked: {
    title: 'Камера запрещена для этого сайта',
    text: 'Так браузер запомнил раньше, и сам он больше не спросит. Разрешите камеру по шагам и проверьте ещё раз: ничего не пропадёт.',
    offers: ['help', 'again', 'phone', 'file'],
  },
  blockedBySystem: {
    title: 'Камера выключена для браузера',
    text: 'Её запрещает сама система, не сайт. Включите доступ к камере для браузера в настройках устройства.',
    offers: ['help', 'again', 'phone', 'file'],
  },
  tapNeeded: {
    title: 'Включите камеру кнопкой',
    text: 'Браузер не разрешил включить её без вашего нажатия.',
    offers: ['again', 'file'],
  },
  noCamera: {
    title: 'Камера не нашлась',
    text: 'На этом устройстве её нет, или она отключена. Подключите камеру — мы заметим сами — или выберите другой способ.',
    offers: ['file', 'phone', 'again'],
  },
  noMicrophone: {
    title: 'Микрофон не нашёлся',
    text: 'Камера есть, но видео нужно со звуком. Подключите микрофон или гарнитуру, или снимите на телефоне.',
    offers: ['again', 'phone', 'file'],
  },
  busy: {
    title: 'Камера занята',
    text: 'Сейчас её держит другая программа или вкладка: например, видеозвонок. Закройте её и попробуйте снова.',
    offers: ['again', 'otherCamera', 'phone', 'file'],
  },
  noAnswer: {
    title: 'Ждём вашего разрешения',
    text: 'Поищите вопрос браузера: обычно он вверху экрана, рядом с адресом. Выберите «Разрешить».',
    offers: ['again', 'help', 'phone', 'file'],
  },
  noPicture: {
    title: 'Камера не показывает картинку',
    text: 'Она включилась, но кадров нет. Выберите другую камеру или откройте страницу в другом браузере.',
    offers: ['again', 'otherCamera', 'phone', 'file'],
  },
  black: {
    title: 'Кадр совсем чёрный',
    text: 'Проверьте, не закрыта ли камера шторкой, чехлом или пальцем. Внутри мессенджеров такое тоже бывает: откройте страницу в браузере.',
    offers: ['otherCamera', 'again', 'copyLink', 'file'],
  },
  lost: {
    title: 'Камера отключилась',
    text: 'Её отсоединили или забрала другая программа. Снятое раньше на месте: включите камеру и продолжайте.',
    offers: ['again', 'otherCamera', 'phone', 'file'],
  },
  noRecorder: {
    title: 'Браузер не записывает видео',
    text: 'Снимите видео обычной камерой устройства и выберите его здесь.',
    offers: ['file', 'phone'],
  },
}
