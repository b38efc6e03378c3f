/** Coded reasons for sending an item back, and the words the client reads. */
export const returnReasons = {
  photo_blurred: 'Снимок размыт: буквы не читаются',
  glare: 'На снимке блик закрывает данные',
  cut_off: 'Документ попал в кадр не целиком',
  too_dark: 'Слишком темно',
  wrong_document: 'Это другой документ',
  wrong_page: 'Это другая страница документа',
  document_damaged: 'Документ повреждён, данные не прочитать',
  document_expired: 'Срок документа вышел',
  face_not_visible: 'Не видно лица',
  not_same_person: 'Лицо на снимке не похоже на фото в документе',
  digits_not_heard: 'Не слышно цифр',
  data_differs: 'Данные не совпадают с документом',
  field_unreadable: 'Не получается прочитать ответ',
  other: 'Другая причина',
} as const
export type ReturnReason = keyof typeof returnReasons

/** Coded reasons for refusing a request after review. */
export const refusalReasons = {
  forged_document: 'Документ вызывает сомнения',
  another_person: 'Заявку заполняет другой человек',
  false_data: 'Сведения не подтвердились',
  under_pressure: 'Человек действует не по своей воле',
  duplicate: 'Есть другая заявка этого человека',
  other: 'Другая причина',
} as const
export type RefusalReason = keyof typeof refusalReasons
