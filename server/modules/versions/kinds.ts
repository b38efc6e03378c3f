import { createHash } from 'node:crypto'
import type { Comparison, Selection } from '#contract/calls/office/ruleTrials.ts'
import type { Finding } from '#contract/calls/office/workbench.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Issue } from '#contract/errors.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import type { VersionRows } from '#contract/versions/rows.ts'

/** Something as it stands from a moment on, until another version does. */
export interface Version {
  /** `loan-2026-11-01`, `v7` */
  readonly version: string
  /** A day, or a moment. */
  readonly from: string
  readonly sha256: string
  readonly content: string
}

export function versionOf(version: string, content: string, from = version.slice(5)): Version {
  return { version, from, sha256: createHash('sha256').update(content).digest('hex'), content }
}

/** Something past that a draft is tried on, with what was made of it then. */
export interface Past<Made> {
  readonly id: string
  readonly request: string
  readonly made: Made
}

export interface Span {
  readonly from: Date | null
  readonly until: Date
}

/** How drafts of a kind are run over what is past. Of the same past the same is said each time. */
export interface Trial<Made = unknown, One extends Past<Made> = Past<Made>> {
  /** Ids up to a moment, in an order that is always the same. */
  ids(wanted: Selection, span: Span): Promise<string[]>
  /** What is kept of them; one whose person's key was destroyed is left out. */
  read(ids: readonly string[]): Promise<readonly One[]>
  /** What a content would have made of each; none where it has no answer. */
  decide(tried: Pick<Version, 'version' | 'content'>, known: readonly One[]): Promise<readonly (Made | null)[]>
  compare(tried: Pick<Version, 'content'>): {
    /** Whether it would have been another. */
    add(pair: { readonly before: Made; readonly after: Made }): boolean
    addGone(): void
    report(): Comparison
  }
  /** What was made, in a line. */
  text(made: Made, tried: Pick<Version, 'content'>): string
}

/** One kind of what the staff change by versions. The machine of drafts, second words and moments knows nothing else of it. */
export interface Kind<Rows = VersionRows> {
  readonly kind: VersionKind
  /** Those beside the program; they count until the staff put one in force. */
  files(): readonly Version[]
  ofFile(): Version
  /** Rows to make a draft of; null: it was written by hand in another shape. */
  rowsOf(content: string): Rows | null
  /** What is kept and hashed. Of rows without issues only. */
  contentOf(rows: Rows): string
  /** What is wrong, by its place. */
  issues(rows: Rows): readonly Issue[]
  /** What is wrong with the whole; the rows may have issues. */
  check(rows: Rows, inForce: Rows | null): Promise<readonly Finding[]>
  isSame(one: Rows, other: Rows): boolean
  /** What stands against a content's coming into force on a day, in words. */
  mayForce(content: string, day: IsoDate): Promise<readonly string[]>
  /** None: there is nothing past to try it on. */
  readonly trial: Trial | null
}

export type Kinds = Readonly<Record<VersionKind, Kind>>

export const kindsOf = (kinds: readonly Kind[]): Kinds =>
  Object.fromEntries(kinds.map((kind) => [kind.kind, kind])) as unknown as Kinds
