interface ErrorKind {
  readonly http: number
  readonly text: string
}

const kind = (http: number, text: string): ErrorKind => ({ http, text })

/** Every error the server may answer with: its HTTP status and a sentence the person can act on. */
export const errorCatalogue = {
  bad_request: kind(400, 'Запрос не разобран. Обновите страницу и попробуйте ещё раз.'),
  invalid_answers: kind(400, 'Проверьте отмеченные поля.'),
  idempotency_key_missing: kind(400, 'Запрос отправлен без ключа повтора. Обновите страницу.'),
  body_too_large: kind(413, 'Слишком много данных за один раз.'),
  unsupported_media_type: kind(415, 'Такой тип данных здесь не принимается.'),
  not_signed_in: kind(401, 'Войдите, чтобы продолжить.'),
  code_wrong: kind(401, 'Код не подошёл. Проверьте цифры или запросите новый.'),
  confirm_again: kind(403, 'Подтвердите, что это вы: введите код из СМС.'),
  sign_in_again: kind(403, 'Для этого войдите заново: прошло больше пяти минут.'),
  passkey_wrong: kind(401, 'Ключ не подошёл. Войдите по коду из СМС.'),
  invitation_over: kind(410, 'Ссылка больше не действует. Попросите администратора прислать новую.'),
  handover_over: kind(410, 'Ссылка больше не действует. Покажите на компьютере новый код.'),
  sign_in_wrong: kind(401, 'Логин, пароль или код не подошли.'),
  cross_site: kind(403, 'Запрос пришёл с другого сайта и не выполнен.'),
  forbidden: kind(403, 'Для этого действия нет прав.'),
  not_found: kind(404, 'Не найдено. Вернитесь на рабочий стол.'),
  method_not_allowed: kind(405, 'Так этот адрес не вызывают.'),
  state_conflict: kind(409, 'Заявка уже в другом состоянии. Мы показали, что с ней сейчас.'),
  version_conflict: kind(409, 'Эти данные изменили в другом окне. Выберите, что оставить.'),
  step_closed: kind(409, 'Этот шаг сейчас закрыт.'),
  steps_missing: kind(409, 'Заполнены не все шаги.'),
  request_open: kind(409, 'У вас уже есть открытая заявка.'),
  request_in_flight: kind(409, 'Этот запрос уже выполняется. Подождите несколько секунд.'),
  documents_required: kind(409, 'Примите документы, чтобы продолжить.'),
  lease_lost: kind(409, 'Заявка уже не у вас. Возьмите её снова, отметки сохранены.'),
  cursor_over: kind(
    410,
    'Событий после этого курсора больше нет: они удалены по сроку. Начните с курсора из details.first.',
  ),
  payment_conflict: kind(409, 'Платёж с этим reference уже принят с другими данными.'),
  not_reviewed: kind(409, 'Не все пункты проверены.'),
  payment_waiting: kind(409, 'Прошлый платёж ещё проверяем у банка. Подождите минуту, чтобы не заплатить дважды.'),
  quote_over: kind(409, 'Сумма уже другая: мы показали новую. Деньги не списаны.'),
  contact_limit: kind(409, 'По закону сейчас больше нельзя: число обращений к этому человеку исчерпано.'),
  contact_hours: kind(409, 'У этого человека сейчас не те часы, в которые по закону можно обращаться.'),
  contact_stopped: kind(409, 'К этому человеку нельзя обращаться напрямую.'),
  second_person: kind(409, 'Нужен другой сотрудник.'),
  rules_foreign: kind(409, 'Эти правила — не одна таблица: их меняют файлом рядом с программой.'),
  rules_closed: kind(409, 'Этот черновик уже ждёт второго сотрудника или действует. Начните новый.'),
  rules_saved_first: kind(
    409,
    'Черновик за это время сохранил другой сотрудник. Ваша правка осталась на экране: сравните и выберите.',
  ),
  rules_unchecked: kind(409, 'Сначала проверьте черновик и исправьте, что найдено.'),
  rules_untried: kind(409, 'Сначала прогоните черновик по прошлым решениям.'),
  rules_unlawful: kind(409, 'С этого дня так нельзя: цена выходит за предел закона.'),
  rules_same: kind(409, 'Это и так действует: отличий нет.'),
  rules_asked: kind(409, 'Одна версия уже ждёт второго сотрудника. Сначала решите о ней.'),
  rules_busy: kind(409, 'Уже считается. Дождитесь конца или остановите.'),
  rules_over: kind(409, 'Это уже решено или закончено. Обновите страницу.'),
  upload_incomplete: kind(409, 'Файл дошёл не целиком. Отправка продолжится сама.'),
  evidence_missing: kind(409, 'Снимок ещё не дошёл до нас. Подождите отправку или сделайте его ещё раз.'),
  digits_over: kind(409, 'Время цифр вышло. Мы дадим новые: запишите видео ещё раз.'),
  terms_changed: kind(409, 'Условия предложения изменились. Откажитесь от него и подайте заявку заново.'),
  new_terms_moved: kind(
    409,
    'Пока вы читали, начался новый день или пришёл платёж. Посмотрите новый график и получите код ещё раз.',
  ),
  on_check: kind(409, 'Мы ещё проверяем данные. Ничего делать не нужно: попробуйте позже.'),
  bureaus_awaited: kind(409, 'Ждём ответа бюро кредитных историй. Данные сохранены: попробуйте через несколько минут.'),
  identity_refused: kind(409, 'Подтвердить личность не получилось. Начните ещё раз или заполните вручную.'),
  identity_needed: kind(409, 'По закону перед подписанием нужно подтвердить личность.'),
  identity_differs: kind(409, 'Данные заявки не сходятся с подтверждёнными. Позвоните нам: поможем исправить.'),
  identity_elsewhere: kind(409, 'Вернитесь в браузер, где начали, или начните здесь заново.'),
  identity_over: kind(410, 'Время вышло. Начните ещё раз или заполните вручную.'),
  identity_away: kind(503, 'Сейчас не отвечают. Попробуйте позже или заполните вручную: около 4 минут.'),
  offer_over: kind(409, 'Срок предложения вышел. Подайте заявку ещё раз.'),
  idempotency_key_reused: kind(422, 'Этот ключ повтора уже использован для другого запроса.'),
  file_too_large: kind(413, 'Файл слишком большой. Выберите файл поменьше или снимите здесь.'),
  file_type: kind(
    422,
    'Это не снимок. Подойдёт JPEG, PNG или HEIC; страницу из PDF сохраните картинкой или снимите её камерой.',
  ),
  video_type: kind(422, 'Это не видео, которое здесь открывается. Подойдёт MP4, MOV или WebM.'),
  paper_type: kind(422, 'Это не снимок и не PDF. Подойдёт JPEG, PNG, HEIC или PDF.'),
  pdf_not_read: kind(422, 'Файлы PDF здесь не открываются. Сфотографируйте страницы или сохраните их картинками.'),
  file_broken: kind(422, 'Файл повреждён и не открывается. Выберите другой или снимите ещё раз.'),
  heic_not_read: kind(422, 'Снимки HEIC здесь не открываются. Выберите JPEG или снимите камерой на этой странице.'),
  picture_too_small: kind(422, 'Снимок слишком мелкий: буквы не прочитать. Снимите ещё раз, ближе.'),
  picture_too_large: kind(422, 'В снимке слишком много точек. Снимите обычной камерой без увеличения.'),
  video_too_short: kind(422, 'Видео короче пяти секунд. Запишите ещё раз и прочитайте все цифры.'),
  video_too_long: kind(422, 'Видео длиннее двадцати секунд. Запишите ещё раз, коротко.'),
  too_many_files: kind(422, 'По этой заявке отправлено слишком много файлов. Напишите в поддержку.'),
  too_often: kind(429, 'Слишком часто. Подождите и попробуйте снова.'),
  internal: kind(500, 'Ошибка на нашей стороне. Введённое сохранено, попробуйте ещё раз.'),
  unavailable: kind(503, 'Сервис перегружен или перезапускается. Попробуйте через минуту.'),
  storage_full: kind(507, 'На сервере кончилось место. Попробуйте позже: введённое осталось на телефоне.'),
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof errorCatalogue

/** A field that is wrong: its path in what was sent, and what to do about it. */
export interface Issue {
  readonly field: string
  readonly message: string
}

/** The first error shape of the wire. */
export interface WireError {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly issues?: readonly Issue[]
    readonly details?: Readonly<Record<string, unknown>>
    readonly traceId?: string
  }
}

/** What a client makes of either error shape. */
export interface ReadError {
  readonly code: string
  readonly message: string
  readonly issues: readonly Issue[]
  readonly details: Readonly<Record<string, unknown>>
  readonly traceId?: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isIssue = (value: unknown): value is Issue =>
  isObject(value) && typeof value.field === 'string' && typeof value.message === 'string'

const asText = (value: unknown) => (value === undefined ? '' : String(value))

/**
 * Reads an error from an answer's body in both documented shapes: `{error:{code,message}}` and
 * `{statusCode,error:"…",message}`. Null where the body carries no error.
 */
export function readError(body: unknown): ReadError | null {
  if (!isObject(body) || body.error === undefined || body.error === null) return null
  if (isObject(body.error)) {
    const { code, message, issues, details, traceId } = body.error
    return {
      code: asText(code),
      message: asText(message),
      issues: Array.isArray(issues) ? issues.filter(isIssue) : [],
      details: isObject(details) ? details : {},
      ...(typeof traceId === 'string' && { traceId }),
    }
  }
  return {
    code: asText(body.statusCode ?? body.error),
    message: asText(body.message ?? body.error),
    issues: [],
    details: {},
  }
}

/** The server's own words where they are for a person, else the catalogue's sentence; '' where nothing better than «failed» is known. */
export function errorSentence({ code, message }: Pick<ReadError, 'code' | 'message'>): string {
  if (/[а-яё]/i.test(message)) return message
  return code in errorCatalogue ? errorText(code) : ''
}

/** The catalogue's sentence for a code, or a general one for a code this build does not know. */
export function errorText(code: string): string {
  return code in errorCatalogue ? errorCatalogue[code as ErrorCode].text : errorCatalogue.internal.text
}
