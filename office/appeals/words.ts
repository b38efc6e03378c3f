import { formatDays } from '#contract/russian.ts'

export const leftText = (left: number) =>
  left < 0 ? `просрочено на ${formatDays(-left)}` : left === 0 ? 'сегодня' : `ещё ${formatDays(left)}`

/** Red with a day left */
export const leftTone = (left: number) => (left <= 1 ? 'bad' : left <= 3 ? 'warn' : 'plain')
