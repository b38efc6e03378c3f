import { formatCount } from '#contract/russian.ts'
import type { RequestScreenProps } from '../services.ts'

/** Header of a step that draws its own page: back, minutes left, place among the steps. */
export function wayAround(
  step: number,
  { needed, detail, lent }: Pick<RequestScreenProps, 'needed' | 'detail' | 'lent'>,
) {
  const at = needed.findIndex(({ number }) => number === step)
  const before = needed[at - 1]
  const minutes = Math.max(1, Math.ceil(detail.minutesLeft))
  const fromCheck = new URLSearchParams(location.search).get('from') === 'check'
  return {
    back: lent ? undefined : fromCheck ? '/step36' : before ? `/step${before.number}` : '/step5',
    note: `Осталось около ${formatCount(minutes, 'минуты', 'минут', 'минут')}`,
    aside: at >= 0 ? `${at + 1} из ${needed.length}` : undefined,
  }
}
