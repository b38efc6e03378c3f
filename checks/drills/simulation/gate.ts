/** Thrown where the simulated process died: whatever still runs in it gets no further. */
export class Crashed extends Error {
  override name = 'Crashed'
}

/** The life of one simulated process. Everything it does outside its own memory passes here. */
export interface Gate {
  readonly dead: boolean
  /** Throws Crashed in a dead process, or when this is the moment to die. */
  pass(): void
  /** Dies at the `count`-th passing from now. */
  arm(count: number): void
}

export function openGate(): Gate {
  let left = Number.POSITIVE_INFINITY
  let dead = false
  return {
    get dead() {
      return dead
    },
    pass() {
      if (!dead) left -= 1
      if (left <= 0) dead = true
      if (dead) throw new Crashed('the process is dead')
    },
    arm(count) {
      left = count
    },
  }
}
