import { randomBytes } from 'node:crypto'
import type { Facts } from '#contract/facts.ts'
import { keysIn } from '#contract/person/keys.ts'
import { nameKey } from '#contract/person/names.ts'
import { beginnings } from '#contract/person/words.ts'
import { openGeneration, openKeys } from '#server/platform/keys.ts'
import { openSealing, type Place } from '#server/platform/sealing.ts'
import { Secret } from '#server/platform/secret.ts'
import { appKey, phoneOf } from '../drills/stored-requests.ts'
import { bulk, fill, idOf, lot } from './bulk.ts'

const keys = openKeys(new Secret(appKey))
const sealing = openSealing(keys)

/** One key under another client's name each: what it costs to read them is what many cost. */
const sharedKey = randomBytes(32).toString('base64url')
const generation = openGeneration(new Secret(sharedKey))
const clientSealing = openSealing({ current: generation, all: [generation] })
export const sealedFor = (value: unknown, place: Place) => clientSealing.seal(value, place)

const blinds = new Map<string, Buffer>()
/** Blind indexes of what many share are made once. */
export function blind(purpose: string, value: string): Buffer {
  const known = blinds.get(`${purpose} ${value}`)
  if (known) return known
  const made = sealing.index(purpose, value)
  if (blinds.size < 2_000_000) blinds.set(`${purpose} ${value}`, made)
  return made
}

const syllables = 'ва бо гу ди жа зе ки ло му ни ры со ту фе ха це чу шо ща ря'.split(' ')
const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

function word(n: number): string {
  let [left, text] = [n, '']
  for (let one = 0; one < 2 || left > 0; one += 1) {
    text = `${syllables[left % syllables.length]}${text}`
    left = Math.floor(left / syllables.length)
  }
  return text
}

/** Some names are everybody's and most are few people's: the commonest surname is about 2 % of a million, as Смирнов is. */
const common = (share: number, of: number) => Math.floor(of * share ** 3)

export const clientOf = (n: number) => idOf(n, 1)
/** How common the surname of a person is: 0 the commonest, 1 the rarest. */
export const commonness = (n: number) => lot(n, 1)

const passportOf = (n: number) => `45${String(10_000_000 + n).padStart(8, '0')}`
const birthOf = (n: number) => {
  const day = new Date(Date.UTC(1955, 0, 1) + Math.floor(lot(n, 4) * 50 * 365) * 86_400_000)
  return day.toISOString().slice(0, 10)
}

/** What is known of an invented person. */
export function factsOfPerson(n: number, all: number) {
  const surname = `${capital(word(common(commonness(n), Math.max(20, Math.floor(all / 10)))))}ин`
  return {
    surname,
    name: capital(word(common(lot(n, 2), 300))),
    patronymic: `${capital(word(common(lot(n, 3), 300)))}вич`,
    birthDate: birthOf(n),
    passportNumber: passportOf(n),
    region: 'Москва',
    homeAddress: `101000, г. Вымышленск, ул. Примерная, д. ${Math.floor(n / 3)}`,
    destination: { kind: 'sbp', bankId: '1', bankName: 'Пример-банк', phone: phoneOf(n) },
  } satisfies Facts
}

/** Writes invented people as the product keeps them: account, key, what they are known by, beginnings of their names. */
export async function storePeople(url: string, all: number, now = new Date()): Promise<void> {
  const phones = bulk<[Buffer, string]>('client_phone', { phone_index: 'bytea', client_id: 'text' })
  const clients = bulk<[string, Buffer, Date]>('client', {
    id: 'text',
    sealed: 'bytea',
    created_at: 'timestamptz',
  })
  const clientKeys = bulk<[string, Buffer, Buffer, Date]>('client_key', {
    client_id: 'text',
    key_id: 'bytea',
    sealed: 'bytea',
    created_at: 'timestamptz',
  })
  const personKeys = bulk<[string, string, string, string, Buffer, Date]>('person_key', {
    id: 'text',
    client_id: 'text',
    kind: 'text',
    blind: 'text',
    sealed: 'bytea',
    since: 'timestamptz',
  })
  const words = bulk<[string, string]>('client_word', { client_id: 'text', blind: 'text' })
  await fill(url, [phones, clients, clientKeys, personKeys, words], all, (n) => {
    const id = clientOf(n)
    const facts = factsOfPerson(n, all)
    const since = new Date(now.getTime() - (all - n) * 60_000)
    const name = [facts.surname, facts.name, facts.patronymic].join(' ')
    const data = { phone: phoneOf(n), name }
    phones.add(sealing.index('phone', phoneOf(n)), id)
    clients.add(id, sealedFor(data, { table: 'client', id }), since)
    clientKeys.add(id, generation.id, sealing.seal(sharedKey, { table: 'client_key', id }), since)
    for (const [at, [kind, value]] of keysIn(facts).entries()) {
      const key = idOf(n * 16 + at, 2)
      const hidden = blind(`person ${kind}`, value).toString('hex')
      personKeys.add(key, id, kind, hidden, sealedFor(value, { table: 'person_key', id: key }), since)
    }
    for (const begun of beginnings(nameKey(name))) words.add(id, blind('client word', begun).toString('hex'))
  })
}
