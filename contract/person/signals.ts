import { formatCount } from '../russian.ts'
import type { WeakKind } from './keys.ts'

interface Kind {
  /** What the office reads. */
  readonly title: string
  /** How much it says, of 100. */
  readonly weight: number
  /** What `persons` counts where it is not persons, as a rule asks for it. */
  readonly counts?: string
}

/** Facts about a person beside others that a rule may read and a reviewer looks at; none of them decides alone. */
export const signalKinds = {
  twoPersons: { title: 'Номера документов принадлежат разным людям', weight: 100 },
  secondAccount: { title: 'У этого человека есть другой аккаунт', weight: 30, counts: 'аккаунтов' },
  invalidPassport: { title: 'Паспорт в списке недействительных', weight: 100, counts: 'списков' },
  fincert: { title: 'Есть в списке ФинЦЕРТ', weight: 100, counts: 'записей' },
  samePhoto: { title: 'То же фото документа у другого человека', weight: 80 },
  samePayee: { title: 'Деньги просят туда же, куда другой человек', weight: 40 },
  bureauFraud: { title: 'Другие отказали по подозрению в мошенничестве', weight: 60, counts: 'отказов' },
  sameDevice: { title: 'С этого же устройства подавал другой человек', weight: 30 },
  sameEmail: { title: 'Та же почта у другого человека', weight: 30 },
  sameName: { title: 'Те же имя и дата рождения, другие документы', weight: 30 },
  sameExtraPhone: { title: 'Тот же дополнительный телефон у другого человека', weight: 15 },
  sameWorkPhone: { title: 'Тот же рабочий телефон у другого человека', weight: 5 },
  sameHome: { title: 'По этому адресу живёт другой человек', weight: 5 },
  answersChanged: { title: 'После отказа изменены ответы', weight: 20, counts: 'ответов' },
  phoneChanged: { title: 'Телефон сменён за последние три дня', weight: 15, counts: 'раз' },
  // A crowd adds to what is the same.
  addressHour: { title: 'Много людей подали с одного адреса за час', weight: 10 },
  addressDay: { title: 'Много людей подали с одного адреса за сутки', weight: 5 },
  deviceDay: { title: 'Несколько людей подали с одного устройства за сутки', weight: 20 },
  payeeDay: { title: 'Несколько людей за сутки просят деньги на одни реквизиты', weight: 20 },
  employerDay: { title: 'Много людей за сутки назвали одного работодателя', weight: 10 },
  /** The lender's own pause: a fact for the table, which says what follows. */
  refusedLately: { title: 'Идёт пауза после отказа этому человеку', weight: 0, counts: 'отказов' },
} as const satisfies Record<string, Kind>

export type SignalKind = keyof typeof signalKinds

/** What of a key becomes which signal when another person has the same. */
export const signalOfKey: Readonly<Record<WeakKind, SignalKind>> = {
  name: 'sameName',
  payee: 'samePayee',
  email: 'sameEmail',
  home: 'sameHome',
  extraPhone: 'sameExtraPhone',
  workPhone: 'sameWorkPhone',
}

export interface Signal {
  readonly kind: SignalKind
  readonly weight: number
  /** How many other persons; of some kinds what `counts` says. */
  readonly persons: number
  /** Since when it is known, an ISO instant. */
  readonly since: string
  /** What was compared with what, in the office's words; no personal data of another. Absent: the kind says it all. */
  readonly compared?: string
  /** Accounts of the others, a few of them. Absent: there are none, or decided before they were kept. */
  readonly with?: readonly string[]
}

/** The signals as rules read them: how many persons for each kind, 0 for none, and the weights together. */
export function signalFacts(signals: readonly Signal[]): Record<SignalKind | 'weight', number> {
  const kinds = Object.keys(signalKinds) as SignalKind[]
  const counted = kinds.map((kind) => [kind, signals.find((signal) => signal.kind === kind)?.persons ?? 0])
  const weight = signals.reduce((sum, signal) => sum + signal.weight, 0)
  return { ...(Object.fromEntries(counted) as Record<SignalKind, number>), weight }
}

const all: Readonly<Record<SignalKind, Kind>> = signalKinds

/** «Та же почта у другого человека, человек»: how a rule asks for a signal. */
export const signalCount = (kind: SignalKind): string => `${all[kind].title}, ${all[kind].counts ?? 'человек'}`

/** «Та же почта у другого человека, 2 человека», and what was compared. */
export function signalText({
  kind,
  persons,
  compared,
}: Pick<Signal, 'kind' | 'persons'> & { readonly compared?: string | undefined }): string {
  const { title, counts } = all[kind]
  const many = persons > 1 && !counts ? `, ${formatCount(persons, 'человек', 'человека', 'человек')}` : ''
  return `${title}${many}${compared ? `: ${compared}` : ''}`
}

/** What came with a request, beside its answers, and is compared with what came with others'. */
export const traceKinds = ['device', 'address', 'payee', 'employer'] as const
export type TraceKind = (typeof traceKinds)[number]

interface Burst {
  readonly kind: SignalKind
  readonly of: TraceKind
  readonly hours: number
  /** Fewer other persons than that are no burst: a home, an office, a carrier's shared address. */
  readonly least: number
  readonly compared: string
}

/** Many persons in a short time, by what. */
export const bursts: readonly Burst[] = [
  { kind: 'addressHour', of: 'address', hours: 1, least: 3, compared: 'сетевой адрес, час' },
  { kind: 'addressDay', of: 'address', hours: 24, least: 10, compared: 'сетевой адрес, сутки' },
  { kind: 'deviceDay', of: 'device', hours: 24, least: 2, compared: 'браузер, сутки' },
  { kind: 'payeeDay', of: 'payee', hours: 24, least: 2, compared: 'реквизиты выплаты, сутки' },
  { kind: 'employerDay', of: 'employer', hours: 24, least: 5, compared: 'рабочий телефон, сутки' },
]
