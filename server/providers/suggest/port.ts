import type { Suggestion, SuggestKind } from '#contract/calls/operations.ts'

/** Looks things up while a person types. A throw means the provider is out of reach: the field is simply typed by hand. */
export interface SuggestProvider {
  readonly name: string
  find(kind: SuggestKind, query: string, within: Readonly<Record<string, string>>): Promise<readonly Suggestion[]>
}
