import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Known } from './words.ts'

/** How the stand-in behaves over one person. */
export interface Persona {
  /** What each of its bureaus knows, by their order; the last is that of the others too. */
  readonly known: readonly Known[]
  /** A receipt first, the answer so many ms later. */
  readonly readyMs?: number
  /** Nobody answers. */
  readonly silent?: boolean
  /** For so many ms after it was first asked one bureau is away. */
  readonly awayMs?: number
}

const ban = (code: string, stated: string, from: string) => [code, stated, from] as const

/**
 * Who is who in the demo, by the end of the passport number: `01`, `02`, `03`, `05`, `09` and `10` are those of the sandbox's credit report; ends of four digits are
 * the registries' own. Everybody else has nothing that matters.
 */
export function personaOf(passport: string, day: IsoDate): Persona {
  const yesterday = addDays(day, -1)
  const four: Readonly<Record<string, Persona>> = {
    // The answer is there three seconds after the receipt.
    '9012': { known: [{}], readyMs: 3000 },
    // One bureau of the three is away for a minute.
    '9013': { known: [{}], awayMs: 60_000 },
    // A dear loan was paid off yesterday.
    '9014': { known: [{ contracts: [{ cost: '254.405', monthly: 0, closed: yesterday }] }] },
    // A contract of unknown cost, and a loan of yesterday that is not among the contracts yet.
    '9015': {
      known: [{ contracts: [{ cost: '-' }], applications: [{ at: `${yesterday}T21:40:00+03:00`, stage: 4 }] }],
    },
    // A ban that was lifted; the second bureau does not know it yet.
    '9016': {
      known: [
        { bans: [ban('3', '2024-12-01', '2024-12-02'), ban('0', '2025-01-01', '2025-01-03')] },
        { bans: [ban('3', '2024-12-01', '2024-12-02')] },
      ],
    },
    // A ban said today, in force from tomorrow.
    '9017': { known: [{ bans: [ban('5', day, addDays(day, 1))] }] },
  }
  const two: Readonly<Record<string, Persona>> = {
    '01': { known: [{ bans: [ban('3', '2024-12-01', '2024-12-02')] }] },
    '02': { known: [{ contracts: [{ cost: '250.000' }, { cost: '250.000' }] }] },
    '03': { known: [{ contracts: [{ cost: '150.000' }] }] },
    '05': { known: [{ contracts: [{ monthly: 60_000 }] }] },
    '09': { known: [{}], silent: true },
    '10': { known: [{ unknown: true }] },
  }
  return four[passport.slice(-4)] ?? two[passport.slice(-2)] ?? { known: [{}] }
}
