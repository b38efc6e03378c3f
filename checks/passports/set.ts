import { addDays, birthday, type IsoDate } from '#contract/dates.ts'
import { drawnPassport, type Holder, type Shot } from './drawing.ts'
import { type Random, seeded } from './random.ts'

const surnames = [
  'Вымыслова',
  'Щукина',
  'Ёлкин',
  'Жуков',
  'Эйхенбаум',
  'Подъячев',
  'Цыплаков',
  'Соловьёв-Седой',
  'Хрюмина',
  'Юрьева',
]
const names = ['Анна', 'Фёдор', 'Илья', 'Юлия', 'Эльза', 'Григорий', 'Жанна', 'Сергей']
const patronymics = ['Петровна', 'Юрьевич', 'Ильинична', 'Эдуардович', 'Львовна', 'Кузьмич', '']

export function holder(random: Random): Holder {
  const birthDate = addDays('1962-01-01' as IsoDate, random.whole(0, 365 * 42))
  const from = [birthday(birthDate, 14), '2011-07-02' as IsoDate].sort()[1] as IsoDate
  const issuedOn = addDays(from, random.whole(0, 365 * 6))
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('')
  return {
    surname: random.of(surnames),
    name: random.of(names),
    patronymic: random.of(patronymics),
    number: `${random.of(['45', '40', '03', '60', '92'])}${issuedOn.slice(2, 4)}${random.whole(1, 9)}${digits(5)}`,
    birthDate,
    sex: random.of(['female', 'male']),
    issuedOn,
    departmentCode: `${digits(3)}-${digits(3)}`,
  }
}

const sizes = [2160, 1600, 1200]

/** As people take them with a phone; and as they should not. */
export const kinds = {
  phone: (random: Random, longSide: number): Shot => ({
    longSide,
    perspective: random.between(0, 0.02),
    turn: random.between(-3, 3),
    blur: random.between(0, 0.7) * (longSide / 2160),
    noise: random.between(2, 7),
    glare: random.of([0, 0, 40, 70]),
    light: random.between(0.75, 1.05),
    quality: random.whole(78, 92),
  }),
  bad: (random: Random, longSide: number): Shot => ({
    longSide,
    perspective: random.between(0.01, 0.05),
    turn: random.between(-9, 9),
    blur: random.between(0.5, 2) * (longSide / 1600),
    noise: random.between(6, 18),
    glare: random.of([0, 80, 160, 220]),
    light: random.between(0.45, 1.15),
    quality: random.whole(45, 80),
  }),
}

export type Kind = keyof typeof kinds

export interface Drawn {
  readonly seed: number
  readonly kind: Kind
  readonly longSide: number
  readonly holder: Holder
  readonly picture: Buffer
}

/** The picture of a seed: its kind and size go round. */
export async function drawn(seed: number): Promise<Drawn> {
  const random = seeded(seed)
  const kind: Kind = seed % 2 === 0 ? 'phone' : 'bad'
  const longSide = sizes[Math.floor(seed / 2) % sizes.length] ?? 2160
  const one = holder(random)
  const picture = await drawnPassport(one, kinds[kind](random, longSide), random)
  return { seed, kind, longSide, holder: one, picture }
}
