import { date } from '#contract/dates.ts'
import { borrower } from '../e2e/borrower.ts'
import { drawnPassport, type Holder } from './drawing.ts'
import { seeded } from './random.ts'
import { kinds } from './set.ts'

/** The passport of the invented borrower, of a year that has a machine-readable zone. */
export const holder: Holder = {
  surname: borrower.surname,
  name: borrower.name,
  patronymic: borrower.patronymic,
  number: '4514235857',
  birthDate: date('1990-05-10'),
  sex: 'female',
  issuedOn: date('2014-06-01'),
  departmentCode: '770-001',
}

/** A photo of it, drawn as a phone takes it. */
export function passportPhoto(): Promise<Buffer> {
  const random = seeded(1)
  return drawnPassport(holder, kinds.phone(random, 1600), random)
}
