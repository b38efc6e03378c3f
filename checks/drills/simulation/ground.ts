import type { Caller, World } from './world.ts'

/** One borrower's way through one world, and everything anybody was told on it. */
export interface Walk {
  readonly world: World
  readonly me: Caller
  readonly phone: string
  id: string | null
  readonly drafts: Map<number, { revision: number; raw: Record<string, unknown> }>
  /** Replies to keyed changes that were done. */
  readonly kept: { path: string; body: object; key: string; text: string; at: number }[]
  readonly history: string[]
  readonly wrong: string[]
  acknowledged: number
  /** Starts the process again when it is dead. */
  recover(): Promise<void>
  /** Lets so many jobs run. */
  work(most: number): Promise<void>
}

export const chance = ({ world }: Walk, part: number) => world.random() < part && !world.outside.calm

export const note = (walk: Walk, line: string): void => void walk.history.push(`${walk.world.now()} ${line}`)
export const done = (walk: Walk): void => {
  walk.acknowledged += 1
}
