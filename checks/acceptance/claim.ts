/** A test that shows a claim: its file, and its title or the first part of it. */
export type Proof = readonly [file: string, title: string]

/** How a claim of the customer's text is seen: in a browser, over the wire, in what is built, or in the rule by itself. */
export type Seen = 'browser' | 'call' | 'build' | 'rule'

/** One thing the customer's text says that can be tried by itself. */
export interface Claim {
  /** Section of the text, and the place in it. */
  readonly id: string
  /** Near the text's own words. */
  readonly claim: string
  readonly verdict: 'holds' | 'deliberate difference' | 'cannot be seen'
  readonly seen: Seen | null
  readonly proofs: readonly Proof[]
  /** Why it differs, why it cannot be seen, or what a reader should know. */
  readonly remark: string
}

/** The tests of one file, by title. */
export const inFile =
  (file: string) =>
  (title: string): Proof => [file, title]

export const holds = (id: string, claim: string, seen: Seen, ...proofs: readonly Proof[]): Claim => ({
  id,
  claim,
  verdict: 'holds',
  seen,
  proofs,
  remark: '',
})

/** The original is improved on where it hurt: `why` names the difference and its reason; the tests show what is done instead. */
export const differs = (id: string, claim: string, seen: Seen, why: string, ...proofs: readonly Proof[]): Claim => ({
  ...holds(id, claim, seen, ...proofs),
  verdict: 'deliberate difference',
  remark: why,
})

/** Nothing that runs could show it: `why`. */
export const unseen = (id: string, claim: string, why: string): Claim => ({
  id,
  claim,
  verdict: 'cannot be seen',
  seen: null,
  proofs: [],
  remark: why,
})

export const noted = (remark: string, claim: Claim): Claim => ({ ...claim, remark })
