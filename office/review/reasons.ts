import type { ReviewItem } from '#contract/calls/office/review.ts'
import { type ReturnReason, returnReasons } from '#contract/review.ts'

export interface ReasonChoice {
  readonly reason: ReturnReason
  /** The digit that chooses it */
  readonly digit: string
  readonly text: string
}

/** What can be wrong, the likeliest first, by what is looked at */
const byKind = {
  answers: ['data_differs', 'field_unreadable', 'document_expired'],
  document: [
    'photo_blurred',
    'glare',
    'cut_off',
    'data_differs',
    'too_dark',
    'wrong_document',
    'wrong_page',
    'document_damaged',
  ],
  face: ['not_same_person', 'face_not_visible', 'photo_blurred', 'too_dark', 'wrong_document'],
  video: ['digits_not_heard', 'face_not_visible', 'not_same_person', 'too_dark', 'photo_blurred'],
} as const satisfies Record<string, readonly ReturnReason[]>

const short: Readonly<Record<ReturnReason, string>> = {
  photo_blurred: 'Размыто',
  glare: 'Блик',
  cut_off: 'Обрезано',
  too_dark: 'Темно',
  wrong_document: 'Другой документ',
  wrong_page: 'Другая страница',
  document_damaged: 'Повреждён',
  document_expired: 'Срок вышел',
  face_not_visible: 'Не видно лица',
  not_same_person: 'Другой человек',
  digits_not_heard: 'Не слышно цифр',
  data_differs: 'Не совпадает',
  field_unreadable: 'Не прочитать',
  other: 'Другое',
}

function kindOf({ media }: Pick<ReviewItem, 'media'>): keyof typeof byKind {
  if (!media) return 'answers'
  if (media.kind === 'video') return 'video'
  return media.subject === 'person' ? 'face' : 'document'
}

/** Reasons for sending this item back, in a short word each: 2 to 9 in their order, 0 is always «другое» */
export function reasonChoices(item: Pick<ReviewItem, 'media'>): readonly ReasonChoice[] {
  const likely = byKind[kindOf(item)].map((reason, at) => ({ reason, digit: String(at + 2), text: short[reason] }))
  return [...likely, { reason: 'other', digit: '0', text: short.other }]
}

/** The client's words for a reason */
export const clientText = (reason: ReturnReason | undefined): string => (reason ? returnReasons[reason] : '')
