import * as z from 'zod/mini'
import { isNotice, type NoticeKind, notices } from '../notices.ts'

const longest = 600

/** Values a text may name, and whether it must: what the law wants said of an overdue debt is said whole. */
const named = (words: string): string[] => [...words.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)

/** What is wrong with the words of a notice; null: they may be told. */
export function wordsProblem(kind: NoticeKind, words: string): string | null {
  const { words: usual, collection } = notices[kind]
  const known = named(usual)
  const used = named(words)
  const unknown = used.find((name) => !known.includes(name))
  const missing = collection ? known.find((name) => !used.includes(name)) : undefined
  if (words.trim() === '') return 'Напишите текст'
  if (words.length > longest) return `Не длиннее ${longest} знаков`
  if (unknown !== undefined)
    return `Значения {${unknown}} у этого сообщения нет. Есть: ${known.map((name) => `{${name}}`).join(', ') || 'никаких'}`
  if (/[{}]/.test(words.replaceAll(/\{[^{}]*\}/g, ''))) return 'Скобки { } ставят вокруг названия значения'
  if (missing !== undefined) return `О просрочке по закону нужно сказать и {${missing}}`
  if (/https?:|www\.|[\w-]\.(ru|рф|com|me)\b/i.test(words)) return 'Ссылок в СМС не посылаем: их подделывают'
  if (!/[а-яё]/i.test(words)) return 'Нужны русские слова'
  return null
}

/** Words of the lender's own, by the kind of the notice; the product's where there are none. */
export const textsSchema = z.record(z.string(), z.string()).check(({ value, issues }) => {
  for (const [kind, words] of Object.entries(value)) {
    const message = isNotice(kind) ? wordsProblem(kind, words) : 'no such notice'
    if (message) issues.push({ code: 'custom', path: [kind], message, input: words })
  }
})
