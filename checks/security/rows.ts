import { attacked } from './rows-attacked.ts'
import { bytes } from './rows-bytes.ts'
import { abuse, boundary, codes, sessions } from './rows-edge.ts'
import { authorization, files, office, parsing, personal } from './rows-inside.ts'
import { configuration, contract, journal, outside } from './rows-money.ts'

/** A test that proves a row: its file, and a part of its title. */
export type Proof = readonly [file: string, title: string]

/** One row of the security requirements. */
export interface Row {
  readonly id: string
  /** The requirement in a few words. */
  readonly what: string
  readonly proofs: readonly Proof[]
  /** What of the row does not hold yet, and why. Absent: it holds. */
  readonly lacks?: string
  /** What a reader should know about how it holds. */
  readonly note?: string
  /** Of what was found by attack: how the first release was seen to fail it. */
  readonly red?: string
}

/** How many rows of the first release each group has: a row left out by mistake is seen. */
export const firstRelease: Readonly<Record<string, readonly number[]>> = {
  A: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  B: [1, 2, 3, 4, 5, 6, 7, 8],
  C: [1, 2, 3, 4, 5, 6, 7],
  D: [1, 2, 3, 4, 5, 6, 9, 10],
  E: [1, 2, 3, 4, 5, 6],
  F: [1, 2, 3, 4, 5, 6, 7],
  G: [1, 3, 5, 7],
  H: [2],
  I: [1, 2, 3, 4, 5],
  J: [1, 2, 3, 4, 5],
  K: [1, 2, 3],
  L: [1, 2],
  M: [1, 2],
}

export const firstReleaseIds = Object.entries(firstRelease).flatMap(([group, numbers]) =>
  numbers.map((number) => `${group}${number}`),
)

const order = ({ id }: Row) => id.charCodeAt(0) * 100 + Number(id.slice(1))

/** Every row that is looked after, in the order of the requirements. */
export const rows: readonly Row[] = [
  ...codes,
  ...sessions,
  ...authorization,
  ...boundary,
  ...parsing,
  ...files,
  ...personal,
  ...journal,
  ...office,
  ...contract,
  ...outside,
  ...abuse,
  ...bytes,
  ...configuration,
  ...attacked,
].sort((a, b) => order(a) - order(b))
