/** Whom the qualified credit bureaus are asked about. Days are `YYYY-MM-DD` by Moscow, sums whole kopecks, ОГРН 13 digits. */
export interface RegistryPerson {
  readonly surname: string
  readonly name: string
  readonly patronymic?: string | undefined
  readonly formerSurname?: string | undefined
  readonly birthDate: string
  /** Ten digits. */
  readonly passportNumber: string
  readonly passportIssuedOn: string
  readonly inn?: string | undefined
  /** The number was compared with the tax service's, or came from it: a ban is told for no other. */
  readonly innChecked: boolean
  readonly snils?: string | undefined
}

export interface RegistryConsent {
  readonly givenOn: string
  /** `1`: six months, `2`: a year, `3`: while a contract runs. */
  readonly term: '1' | '2' | '3'
  readonly purposes: readonly string[]
  readonly contractOn?: string
  /** GOST R 34.11-2012 of the consent's exact bytes, see `Registry.digest`. */
  readonly digest: string
}

/** `6`: the ban only; `7`: contracts, applications and the ban. */
export type RegistryKind = '6' | '7'

export interface RegistryQuestion {
  /** Never twice on one day. */
  readonly id: string
  readonly day: string
  /** Who is asked, by ОГРН. */
  readonly bureau: string
  /** One bureau asks the others too. */
  readonly window: boolean
  readonly kind: RegistryKind
  readonly amount: number
  readonly person: RegistryPerson
  /** Must be there with kind 7. */
  readonly consent?: RegistryConsent
}

export interface RegistryTicket {
  readonly bureau: string
  readonly answerId: string
  readonly questionId: string
  readonly day: string
}

/** `withheld`: the number of the tax service was not checked; `unclear`: something this program does not know. */
export type Group<T> =
  | { readonly state: 'listed'; readonly items: readonly T[] }
  | { readonly state: 'none' | 'notAsked' | 'withheld' | 'unclear' }

export interface RegistryContract {
  /** УИД, lower case. */
  readonly uid: string
  /** The bureau the line comes from. */
  readonly source: string
  readonly reportedOn: string
  /** Kopecks a month; null: the line says nothing that is a sum. */
  readonly monthly: number | null
  readonly currency: string
  readonly countedOn: string
  /** Per cent a year; null: unknown. */
  readonly fullCost: string | null
  readonly closedOn: string | null
}

export interface RegistryBan {
  readonly code: '0' | '1' | '2' | '3' | '4' | '5'
  /** ISO 8601 instant. */
  readonly statedAt: string
  readonly from: string
}

export interface RegistryApplication {
  readonly uid: string
  /** Kind of lender: `2` is a microfinance organisation. */
  readonly lender: string
  /** 1 asked, 2 approved, 3 signed, 4 paid out, 5 refused. */
  readonly stage: number
  readonly at: string
  readonly amount: number | null
  readonly reasons: readonly number[]
}

/** What one bureau says. */
export interface RegistryPart {
  readonly bureau: string
  readonly asOf: string
  readonly outcome: 'given' | 'personUnknown' | { readonly failed: number }
  readonly contracts: Group<RegistryContract>
  readonly ban: Group<RegistryBan>
  readonly applications: Group<RegistryApplication>
  /** What was read and is not as it should be, in coded words: never a value. */
  readonly remarks: readonly string[]
}

/** What is kept of a call: the signed bytes as they came, and whose certificate they hold by. */
export interface RegistryEvidence {
  readonly raw: Uint8Array
  readonly signedBy: string
}

export type RegistryReply =
  | ({
      readonly state: 'answered'
      readonly answerId: string
      readonly parts: readonly RegistryPart[]
    } & RegistryEvidence)
  | ({ readonly state: 'waiting'; readonly ticket: RegistryTicket; readonly waitMs: number } & RegistryEvidence)
  /** `text` may name the person: sealed, never logged. */
  | ({ readonly state: 'refused'; readonly code: number; readonly text: string } & RegistryEvidence)

/** What follows from a call that brought no answer. */
export type Reaction =
  /** the same question with a new id */
  | 'again'
  /** the same answer id, later */
  | 'wait'
  /** that bureau has not answered: it is asked as a missing one */
  | 'later'
  /** a person must act */
  | 'person'
  /** our configuration or contract with the bureau: nothing more is asked until somebody has looked */
  | 'setup'
  /** a fault of this program: never the same bytes again */
  | 'ours'

/** A call that brought nothing usable: what became of the question is unknown. */
export class RegistryUnknown extends Error {
  override name = 'RegistryUnknown'
  readonly why: string
  readonly reaction: Reaction
  /** The bytes that came and are no answer, kept as evidence. */
  readonly raw: Uint8Array | null

  constructor(why: string, reaction: Reaction = 'again', raw: Uint8Array | null = null) {
    super(`The bureau brought no usable answer: ${why}`)
    this.why = why
    this.reaction = reaction
    this.raw = raw
  }
}

/** One bureau our contracts let us ask. */
export interface RegistryLine {
  readonly ogrn: string
  readonly name: string
  /** Whether it asks the others for us. */
  readonly window: boolean
}

/** A question as it is sent: kept before it goes. */
export interface PreparedQuestion {
  readonly xml: Uint8Array
}

/** The qualified credit bureaus, by the regulator's format 3.0. */
export interface Registry {
  readonly name: string
  readonly lines: readonly RegistryLine[]
  /** What will be said. Throws RangeError naming the field that no bureau would take. */
  prepare(question: RegistryQuestion): PreparedQuestion
  /** Throws RegistryUnknown. */
  ask(question: RegistryQuestion, prepared: PreparedQuestion): Promise<RegistryReply>
  /** Throws RegistryUnknown. */
  fetch(ticket: RegistryTicket, question: RegistryQuestion): Promise<RegistryReply>
  /** GOST R 34.11-2012, 256 bits, lower case hex. */
  digest(content: Uint8Array): Promise<string>
  /** What follows from a code of error. */
  reactionTo(code: number): Reaction
}

export interface CheckedInn {
  readonly inn: string
  readonly checked: boolean
}

/** Where a person's ИНН is found, or compared with the tax service's. Null: there is none to be had. Throws when it does not answer. */
export interface InnSource {
  readonly name: string
  find(person: Omit<RegistryPerson, 'innChecked'>): Promise<CheckedInn | null>
}
