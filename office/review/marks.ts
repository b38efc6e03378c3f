import type { Review, ReviewItem, Verdict } from '#contract/calls/office/review.ts'

/** A verdict in the making: what is chosen, before the words it needs are there */
export type Draft = { readonly [Part in keyof Verdict]?: Verdict[Part] | undefined }

/** Why the verdict cannot be kept yet; empty when it can */
export function lacks({ verdict, reason, comment, internal }: Draft): string {
  if (!verdict) return 'Отметьте: верно или что не так'
  if (verdict === 'fix' && !reason) return 'Выберите причину'
  if (verdict === 'fix' && reason === 'other' && !comment?.trim()) return 'Напишите клиенту, что исправить'
  if (verdict === 'fraud' && !internal?.trim()) return 'Напишите для коллег, что вызывает сомнения'
  return ''
}

/** What is sent: only what belongs to the verdict, empty words left out. Null while something is missing */
export function whole(draft: Draft): Verdict | null {
  if (lacks(draft) || !draft.verdict) return null
  const { verdict, reason, rectangle } = draft
  const comment = draft.comment?.trim()
  const internal = draft.internal?.trim()
  return {
    verdict,
    ...(verdict === 'fix' && reason && { reason }),
    ...(verdict === 'fix' && comment && { comment }),
    ...(verdict === 'fix' && rectangle && { rectangle }),
    ...(internal && { internal }),
  }
}

/** Whether two verdicts say the same. */
export const same = (one: Draft | null | undefined, other: Draft | null | undefined): boolean =>
  JSON.stringify(whole(one ?? {})) === JSON.stringify(whole(other ?? {}))

/** Items that still need this person: open in this round and without a verdict */
export const unmarked = (items: readonly ReviewItem[]): readonly ReviewItem[] =>
  items.filter(({ open, verdict }) => open && !verdict)

/** The next item to look at after this one: first those without a verdict, round the list; null when none is left */
export function nextUnmarked(items: readonly ReviewItem[], step: number): ReviewItem | null {
  const at = items.findIndex((item) => item.step === step)
  const round = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))]
  return unmarked(round)[0] ?? null
}

/** Why the request cannot be approved yet, in words; empty when it can */
export function notApprovable({ items }: Pick<Review, 'items'>): string {
  const open = items.filter((item) => item.open)
  const marked = open.filter(({ verdict }) => verdict && verdict.verdict !== 'ok')
  if (marked.length > 0) return 'Есть отметки «не так»: верните заявку или откажите'
  const left = open.filter(({ opened, verdict }) => !(opened && verdict?.verdict === 'ok')).length
  return left > 0 ? `Осталось проверить: ${left}` : ''
}

export const toFix = (items: readonly ReviewItem[]): readonly ReviewItem[] =>
  items.filter(({ open, verdict }) => open && verdict?.verdict === 'fix')

/** Why the request cannot be sent back yet; empty when it can */
export const notReturnable = ({ items }: Pick<Review, 'items'>): string =>
  toFix(items).length > 0 ? '' : 'Отметьте, что исправить'
