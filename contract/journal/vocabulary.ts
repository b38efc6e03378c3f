/** Who does what the journal tells: each kind has one name, for ever. */
export interface NamedActor {
  /**
   * A borrower, a member of the staff or another system of the lender, by id; a job, a part of the server or a command, by name; somebody who told us by a signed call,
   * by the provider's name.
   */
  readonly kind: 'client' | 'staff' | 'machine' | 'job' | 'system' | 'provider'
  readonly id: string
}

/** Or whoever has not signed in. */
export type Actor = NamedActor | { readonly kind: 'nobody'; readonly id: null }

/** What an event is about. */
export type SubjectKind =
  | 'client'
  | 'staff'
  | 'session'
  | 'request'
  | 'loan'
  | 'payment'
  | 'message'
  | 'job'
  | 'export'
  | 'limit'
  | 'window'
  | 'key'
  | 'backup'
  | 'machine'
  | 'webhook'
  | 'list'
  | 'day'
  | 'posting'
  | 'statement'
  | 'appeal'
  | 'rules'
  | 'task'

export interface Row<Subject extends SubjectKind, Data> {
  readonly subject: Subject
  /** What happened, for the office. */
  readonly words: string
  /** In the history the office reads under a request. */
  readonly history?: true
  /** The shape of its data: ids, sums in kopecks, days, coded reasons, hashes; never what names a person. Of types only. */
  readonly data?: Data
}

export type Nothing = Record<never, never>

/** An event about such a subject; its data as the type says, none unless told. */
export const about =
  <Subject extends SubjectKind>(subject: Subject) =>
  <Data = Nothing>(words: string): Row<Subject, Data> => ({ subject, words })
