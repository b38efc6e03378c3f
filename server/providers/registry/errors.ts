import type { Reaction } from './port.ts'

const of = (reaction: Reaction, codes: readonly number[]) => codes.map((code) => [code, reaction] as const)

/**
 * What follows from each code of error of format 3.0. Words differ from bureau to bureau and may name the person: only the code is acted by. 20, 21, 29 to 31
 * belong to a call we never make.
 */
const table: ReadonlyMap<number, Reaction> = new Map([
  ...of('ours', [1, 2, 3, 8, 9, 20, 21, 25, 26, 27, 29, 30, 31]),
  ...of('again', [4, 11, 16, 23, 24, 99]),
  ...of('setup', [5, 6, 7, 10, 14, 22]),
  ...of('wait', [12]),
  ...of('person', [13, 15]),
  ...of('later', [17, 18, 19, 28]),
])

/** An unknown code is as 99: once more, then a person. */
export const reactionTo = (code: number): Reaction => table.get(code) ?? 'again'
