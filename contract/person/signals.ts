import type { WeakKind } from './keys.ts'

interface Kind {
  /** What the office reads. */
  readonly title: string
  /** How much it says, of 100. */
  readonly weight: number
}

/** Facts about a person beside others that a rule may read and a reviewer looks at; none of them decides alone. */
export const signalKinds = {
  twoPersons: { title: 'Номера документов принадлежат разным людям', weight: 100 },
  secondAccount: { title: 'У этого человека есть другой аккаунт', weight: 30 },
  samePayee: { title: 'Деньги просят туда же, куда другой человек', weight: 40 },
  sameEmail: { title: 'Та же почта у другого человека', weight: 30 },
  sameName: { title: 'Те же имя и дата рождения, другие документы', weight: 30 },
  sameExtraPhone: { title: 'Тот же дополнительный телефон у другого человека', weight: 15 },
  sameWorkPhone: { title: 'Тот же рабочий телефон у другого человека', weight: 5 },
  sameHome: { title: 'По этому адресу живёт другой человек', weight: 5 },
  phoneChanged: { title: 'Телефон сменён за последние три дня', weight: 15 },
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
  /** How many other persons, or accounts of the same one. */
  readonly persons: number
  /** Since when it is known, an ISO instant. */
  readonly since: string
}

/** The signals as rules read them: how many persons for each kind, 0 for none, and the weights together. */
export function signalFacts(signals: readonly Signal[]): Record<SignalKind | 'weight', number> {
  const kinds = Object.keys(signalKinds) as SignalKind[]
  const counted = kinds.map((kind) => [kind, signals.find((signal) => signal.kind === kind)?.persons ?? 0])
  const weight = signals.reduce((sum, signal) => sum + signal.weight, 0)
  return { ...(Object.fromEntries(counted) as Record<SignalKind, number>), weight }
}
