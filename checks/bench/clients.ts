import { phoneOf } from '../drills/stored-requests.ts'
import type { Figure } from './figures.ts'
import { type Asking, growthOf, middling, type Office } from './growth.ts'
import type { StoredLoans } from './loans.ts'
import { requestOf } from './stored-loans.ts'
import { clientOf, factsOfPerson } from './stored-people.ts'

const found = (text: string, { must }: Office) => must('POST', '/service/office/clients/search', { search: text })
const factsOf = (n: number, { people }: Office) => factsOfPerson(middling(n, people), people)

/** The surname most people have: more than a page of them, however many are stored. */
const commonest = ({ people }: Office): string => {
  const counts = new Map<string, number>()
  for (let n = 0; n < Math.min(people, 1000); n += 1) {
    const { surname } = factsOfPerson(n, people)
    counts.set(surname, (counts.get(surname) ?? 0) + 1)
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? ''
}

const askings: Readonly<Record<string, Asking>> = {
  'client by phone': (office, n) => found(phoneOf(middling(n, office.people)), office),
  'client by passport': (office, n) => found(factsOf(n, office).passportNumber, office),
  'client by surname and name': (office, n) => {
    const { surname, name } = factsOf(n, office)
    return found(`${surname} ${name}`, office)
  },
  'client by the commonest surname': (office) => found(commonest(office), office),
  'client by the commonest surname and a name': (office, n) =>
    found(`${commonest(office)} ${factsOf(n, office).name}`, office),
  'client by beginnings of surname and name': (office, n) => {
    const { surname, name } = factsOf(n, office)
    return found(`${surname.slice(0, 5)} ${name.slice(0, 3)}`, office)
  },
  'client by a request': (office, n) => found(requestOf(middling(n, office.people)), office),
  'client by the end of a request': (office, n) => found(requestOf(middling(n, office.people)).slice(-8), office),
  'client by a contract': (office, n) => found(office.contracts[n % office.contracts.length] ?? '', office),
  'card of a client': (office, n) =>
    office.must('POST', `/service/office/clients/${clientOf(middling(n, office.people))}/card`, { purpose: 'support' }),
}

/** Looking for somebody and opening their card, with few and with many people stored. */
export const growthOfClients = (few: StoredLoans, many: StoredLoans): Promise<Figure[]> =>
  growthOf(few, many, askings, { rounds: 200, of: 'p95' })
