import type { Facts } from '../facts.ts'
import { sameName } from '../identifiers/name.ts'
import type { VerifiedPerson } from './identity.ts'

/** How a request and a proof fit: `differs`: the same person, with other values; `other`: another person. */
export type Fit = 'open' | 'differs' | 'other'

const digits = (text: string | undefined) => text?.replace(/\D/g, '')

/** Whether two numbers are equal; null where one side has none. */
function equal(one: string | undefined, other: string | undefined): boolean | null {
  const [left, right] = [digits(one), digits(other)]
  return left && right ? left === right : null
}

function namesFit(facts: Facts, { surname, name, patronymic }: VerifiedPerson): boolean {
  if (surname === undefined || name === undefined) return false
  return (
    sameName(facts.surname ?? '', surname) &&
    sameName(facts.name ?? '', name) &&
    sameName(facts.patronymic ?? '', patronymic ?? '')
  )
}

/** What was sent against what was proven, number by number. */
export function fitOf(facts: Facts, person: VerifiedPerson): Fit {
  const [snils, inn] = [equal(facts.snils, person.snils), equal(facts.inn, person.inn)]
  const birth = person.birthDate === undefined ? null : facts.birthDate === person.birthDate
  if (snils === false || inn === false || birth === false) return 'other'
  const passport = equal(facts.passportNumber, person.passportNumber)
  const rest = namesFit(facts, person) && passport === true && birth === true
  return rest ? 'open' : 'differs'
}

/** Whether two proofs cannot be of one person. */
export function contradict(one: VerifiedPerson, other: VerifiedPerson): boolean {
  const birth = one.birthDate !== undefined && other.birthDate !== undefined && one.birthDate !== other.birthDate
  return birth || equal(one.snils, other.snils) === false || equal(one.inn, other.inn) === false
}
