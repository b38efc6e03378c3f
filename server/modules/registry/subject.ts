import type { Facts } from '#contract/facts.ts'
import { dateInZone } from '#contract/zones.ts'
import type { InnSource, Registry, RegistryConsent, RegistryPerson } from '#server/providers/registry/port.ts'

/** Credit bureaus live by Moscow's clock, whatever the lender's is. */
export const bureauZone = 'Europe/Moscow'

/** Of whom a question is, and by what right. */
export interface Subject {
  readonly person: RegistryPerson
  readonly consent: RegistryConsent
  readonly amount: number
}

interface Sources {
  readonly registry: Pick<Registry, 'digest'>
  readonly inn: InnSource | null
}

/** The consent that stands: its exact bytes and when it was given. */
export interface GivenConsent {
  readonly givenAt: Date
  readonly text: string
}

/** What a question says of a person. Throws RangeError naming what is missing. */
export async function subjectOf(
  { registry, inn }: Sources,
  facts: Facts,
  given: GivenConsent | null,
): Promise<Subject> {
  const named = personOf(facts)
  const found = await inn?.find(named)
  if (!given) throw new RangeError('consent is to be there')
  const person: RegistryPerson = { ...named, ...(found && { inn: found.inn }), innChecked: found?.checked ?? false }
  const consent: RegistryConsent = {
    givenOn: dateInZone(given.givenAt, bureauZone),
    term: '1',
    purposes: ['2', '23'],
    digest: await registry.digest(new TextEncoder().encode(given.text)),
  }
  return { person, consent, amount: facts.amount ?? 0 }
}

function personOf(facts: Facts): Omit<RegistryPerson, 'innChecked'> {
  const { surname, name, patronymic, birthDate, passportNumber, passportIssuedOn, inn, snils } = facts
  if (!surname || !name || !birthDate || !passportNumber || !passportIssuedOn)
    throw new RangeError('the request lacks a fact that credit bureaus ask for')
  return { surname, name, patronymic, birthDate, passportNumber, passportIssuedOn, inn, snils }
}
