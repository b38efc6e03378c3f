import type { RequestScreenProps } from '../services.ts'

/** Header of a filling step: back, place among the steps and minutes left, and the way out to the desk: what is typed is kept anyway. */
export function wayAround(
  step: number,
  { needed, detail, lent }: Pick<RequestScreenProps, 'needed' | 'detail' | 'lent'>,
) {
  const at = needed.findIndex(({ number }) => number === step)
  const before = needed[at - 1]
  const minutes = `${Math.max(1, Math.ceil(detail.minutesLeft))} мин`
  return {
    back: lent ? undefined : cameFromCheck() ? '/step36' : before ? `/step${before.number}` : '/step5',
    note: at >= 0 ? `${at + 1} из ${needed.length} · ${minutes}` : `Осталось ${minutes}`,
    aside: lent ? undefined : { href: '/step3', text: 'Закрыть' },
  }
}

/** Whether a person came here to correct what the check page showed. */
export const cameFromCheck = () => new URLSearchParams(location.search).get('from') === 'check'
