/** What a machine client may be allowed, each with its meaning for who makes one. A call names the one it needs. */
export const scopes = {
  'requests:read': 'Заявки: состояние, суммы, документы заявки по списку',
  'people:read': 'Персональные данные заёмщиков',
  'people:write': 'Заметки и отметки о заёмщиках: что знает другая система',
  'documents:read': 'Файлы: подписанные документы, снимки и видео',
  'decisions:write': 'Мнение внешнего скоринга о заявке',
  'loans:read': 'Займы: долг, график, платежи',
  'payments:write': 'Сообщать о платежах, принятых кассой или банком',
  'events:read': 'Лента событий',
  'webhooks:manage': 'Свои вебхуки: завести, проверить, убрать',
} as const satisfies Record<string, string>

export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]
