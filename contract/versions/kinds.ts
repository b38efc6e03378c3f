/** What the staff change by versions, besides each other's word: draft, checked, approved by another, in force from a moment, back. */
export const versionKinds = {
  decision: 'Правила решений',
  tariffs: 'Тарифы',
  calendar: 'Календарь',
  texts: 'Сообщения',
} as const

export type VersionKind = keyof typeof versionKinds
