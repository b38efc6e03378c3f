import { type Facts, personName } from '../facts.ts'
import { formatRoubles, kopecks } from '../money.ts'
import { keysIn } from './keys.ts'

export interface Change {
  /** In the office's words. */
  readonly what: string
  readonly from: string
  readonly to: string
}

const money = (sum: number | undefined) => (sum === undefined ? '' : formatRoubles(kopecks(sum)))

/** Answers that say who somebody is and what they live on: each in words, and as it is compared. */
function compared(facts: Facts): ReadonlyMap<string, readonly [shown: string, same: string]> {
  const keys = new Map(keysIn(facts))
  const { birthDate, passportNumber, snils, inn, income, debtPayments, email, extraPhone, workPhone } = facts
  const { homeAddress, registrationAddress, destination } = facts
  const rows: readonly (readonly [what: string, shown: string | undefined, same?: string | undefined])[] = [
    ['имя', personName(facts), keys.get('name')],
    ['дата рождения', birthDate],
    ['паспорт', passportNumber, keys.get('passport')],
    ['СНИЛС', snils, keys.get('snils')],
    ['ИНН', inn, keys.get('inn')],
    ['доход', money(income)],
    ['платежи по долгам', money(debtPayments)],
    ['почта', email, keys.get('email')],
    ['дополнительный телефон', extraPhone, keys.get('extraPhone')],
    ['рабочий телефон', workPhone, keys.get('workPhone')],
    ['адрес', homeAddress ?? registrationAddress, keys.get('home')],
    ['куда перевести', destination && keys.get('payee')],
  ]
  return new Map(rows.flatMap(([what, shown, same = shown]) => (shown && same ? [[what, [shown, same]] as const] : [])))
}

/** What somebody answers otherwise than before; what is new or left out is no change. */
export function changedAnswers(before: Facts, now: Facts): Change[] {
  const earlier = compared(before)
  return [...compared(now)].flatMap(([what, [to, same]]) => {
    const was = earlier.get(what)
    return was && was[1] !== same ? [{ what, from: was[0], to }] : []
  })
}
