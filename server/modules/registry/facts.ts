import type { IsoDate } from '#contract/dates.ts'
import type {
  RegistryApplication,
  RegistryBan,
  RegistryContract,
  RegistryPart,
} from '#server/providers/registry/port.ts'

export interface KnownContract {
  readonly uid: string
  /** Kopecks a month; null: not said. */
  readonly monthly: number | null
  readonly currency: string
  /** Per cent a year; null: unknown. */
  readonly fullCost: string | null
  readonly closedOn: string | null
}

/** What all bureaus together say of a person on a day. Only this goes into a decision. */
export interface RegistryFacts {
  readonly day: IsoDate
  /** Every bureau that must answer has, about the ban as of this day and about contracts. */
  readonly complete: boolean
  /** Bureaus that must answer and have not. */
  readonly missing: readonly string[]
  readonly ban: 'none' | 'binding' | 'unknown'
  /** Of other lenders, each once. */
  readonly contracts: readonly KnownContract[]
  /** Loans elsewhere that were signed or paid out lately and are not among the contracts yet. */
  readonly fresh: readonly string[]
  readonly elsewhere: { readonly asked: number; readonly approved: number; readonly refusedForFraud: number }
  /** No bureau has ever heard of them. */
  readonly unknownPerson: boolean
  readonly remarks: readonly string[]
}

interface Sources {
  readonly day: IsoDate
  readonly now: Date
  /** Bureaus that must answer. */
  readonly required: readonly string[]
  /** Answers whose contracts still count. */
  readonly parts: readonly RegistryPart[]
  /** Answers of this day: a ban is only known from those. */
  readonly today: readonly RegistryPart[]
  /** УИД of our own loans. */
  readonly own: ReadonlySet<string>
  readonly lagDays: number
}

const given = ({ outcome }: RegistryPart) => typeof outcome === 'string'

/** One part a bureau: the newest that is not an error. */
function newest(parts: readonly RegistryPart[]): RegistryPart[] {
  const best = new Map<string, RegistryPart>()
  for (const part of parts) {
    const before = best.get(part.bureau)
    if (given(part) && (!before || before.asOf < part.asOf)) best.set(part.bureau, part)
  }
  return [...best.values()]
}

const items = <T>(group: { readonly state: string; readonly items?: readonly T[] }): readonly T[] => group.items ?? []

/** Codes that bind a microfinance lender who lends without the person's presence. */
const binding: readonly RegistryBan['code'][] = ['1', '3', '5']

/** A ban's group says all there is to say: nothing withheld, nothing this program does not know. */
const certain = ({ ban, remarks }: RegistryPart) =>
  (ban.state === 'none' || ban.state === 'listed') &&
  !remarks.includes('banUnclear') &&
  !remarks.includes('groupUnknown')

/** Over the conditions of all bureaus: a binding code not lifted since is a ban, whoever has not answered; else every bureau must have. */
export function banOn(day: string, parts: readonly RegistryPart[], complete: boolean): RegistryFacts['ban'] {
  const inForce = parts.flatMap(({ ban }) => items<RegistryBan>(ban)).filter(({ from }) => from <= day)
  const lifted = inForce.reduce((last, { code, statedAt }) => (code === '0' && statedAt > last ? statedAt : last), '')
  if (inForce.some(({ code, statedAt }) => binding.includes(code) && statedAt >= lifted)) return 'binding'
  return complete && parts.every(certain) ? 'none' : 'unknown'
}

/** All reports of one contract as one: payment of the newest, the highest cost known, closed unless a later report denies it. */
function oneOf(uid: string, lines: readonly RegistryContract[]): KnownContract {
  const order = [...lines].sort(
    (a, b) => b.countedOn.localeCompare(a.countedOn) || b.reportedOn.localeCompare(a.reportedOn),
  )
  const [last] = order
  const byReport = [...lines].sort((a, b) => b.reportedOn.localeCompare(a.reportedOn))
  const said = byReport.filter(({ reportedOn }) => reportedOn === byReport[0]?.reportedOn)
  const costs = lines.flatMap(({ fullCost }) => fullCost ?? []).sort((a, b) => Number(b) - Number(a))
  return {
    uid,
    monthly: last?.monthly ?? null,
    currency: last?.currency ?? 'RUB',
    fullCost: costs[0] ?? null,
    closedOn:
      said
        .flatMap(({ closedOn }) => closedOn ?? [])
        .sort()
        .at(-1) ?? null,
  }
}

function contractsOf(parts: readonly RegistryPart[], own: ReadonlySet<string>): KnownContract[] {
  const byUid = new Map<string, RegistryContract[]>()
  for (const line of parts.flatMap(({ contracts }) => items<RegistryContract>(contracts)))
    if (!own.has(line.uid)) byUid.set(line.uid, [...(byUid.get(line.uid) ?? []), line])
  return [...byUid].sort(([a], [b]) => a.localeCompare(b)).map(([uid, lines]) => oneOf(uid, lines))
}

const dayMs = 86_400_000

/** Lenders whose loans may be dear: microfinance, pawnshops, instalments, others. */
const mayBeDear = ['2', '5', '6', '18', '99']

/** The last stage of each application elsewhere. */
function lastStages(parts: readonly RegistryPart[], own: ReadonlySet<string>): RegistryApplication[] {
  const last = new Map<string, RegistryApplication>()
  for (const line of parts.flatMap(({ applications }) => items<RegistryApplication>(applications))) {
    const before = last.get(line.uid)
    if (!own.has(line.uid) && (!before || before.at < line.at)) last.set(line.uid, line)
  }
  return [...last.values()]
}

/** What all answers mean for a loan of that day. Depends on nothing but its arguments. */
export function registryFacts({ day, now, required, parts, today, own, lagDays }: Sources): RegistryFacts {
  const current = newest(parts)
  const ofToday = newest(today)
  const knownToday = ofToday.filter(certain).map(({ bureau }) => bureau)
  const withContracts = current.filter(({ contracts }) => contracts.state === 'none' || contracts.state === 'listed')
  const missing = required.filter(
    (bureau) => !knownToday.includes(bureau) || !withContracts.some((part) => part.bureau === bureau),
  )
  const contracts = contractsOf(current, own)
  const stages = lastStages(current, own)
  const since = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  const fresh = stages.filter(
    ({ uid, stage, lender, at }) =>
      (stage === 3 || stage === 4) &&
      mayBeDear.includes(lender) &&
      at >= since(lagDays) &&
      !contracts.some((contract) => contract.uid === uid),
  )
  const count = (stage: number, days: number, also = (_line: RegistryApplication) => true) =>
    stages.filter((line) => line.stage === stage && line.at >= since(days) && also(line)).length
  const complete = missing.length === 0
  return {
    day,
    complete,
    missing,
    ban: banOn(
      day,
      ofToday,
      required.every((bureau) => knownToday.includes(bureau)),
    ),
    contracts,
    fresh: fresh.map(({ uid }) => uid).sort(),
    elsewhere: {
      asked: count(1, 1),
      approved: count(2, 7),
      refusedForFraud: count(5, 90, ({ reasons }) => reasons.includes(8)),
    },
    unknownPerson: complete && current.length > 0 && current.every(({ outcome }) => outcome === 'personUnknown'),
    remarks: [...new Set([...current, ...ofToday].flatMap(({ remarks }) => remarks))].sort(),
  }
}
