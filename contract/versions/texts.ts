import * as z from 'zod/mini'
import type { Issue } from '../errors.ts'
import { wordsProblem } from '../lender/texts.ts'
import { isNotice, type NoticeKind, notices } from '../notices.ts'
import type { Change } from './tariffChanges.ts'

/** The words of every notice, by its kind. */
export const draftTexts = z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(1000)))
export type DraftTexts = z.output<typeof draftTexts>

export const noticeKinds = Object.keys(notices) as NoticeKind[]

/** What is wrong with each text: `rows.offer`, and which it is in words. */
export const textIssues = (rows: DraftTexts): Issue[] =>
  Object.entries(rows).flatMap(([kind, words]) => {
    const message = isNotice(kind) ? wordsProblem(kind, words) : 'Такого сообщения нет'
    return message
      ? { field: `rows.${kind}`, message: `«${isNotice(kind) ? notices[kind].title : kind}»: ${message}` }
      : []
  })

/** What is kept and hashed: the words that are not the product's own. */
export function textsContent(rows: Readonly<Record<string, string>>): string {
  const own = noticeKinds.flatMap((kind) => {
    const words = rows[kind]?.trim()
    return words !== undefined && words !== notices[kind].words ? [[kind, words] as const] : []
  })
  return `${JSON.stringify(Object.fromEntries(own), null, 2)}\n`
}

/** All the words, those of the content before the product's own. */
export function draftOfTexts(content: string): DraftTexts {
  const own = z.parse(draftTexts, JSON.parse(content))
  return Object.fromEntries(noticeKinds.map((kind) => [kind, own[kind] ?? notices[kind].words]))
}

export const textChanges = (before: DraftTexts, after: DraftTexts): Change[] =>
  noticeKinds.flatMap((kind): Change[] => {
    const [was = '', is = ''] = [before[kind], after[kind]?.trim()]
    return was === is
      ? []
      : [{ title: notices[kind].title, kind: 'changed', lines: [{ name: 'Слова', before: was, after: is }] }]
  })
