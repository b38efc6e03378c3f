import type { Clock } from '#server/platform/clock.ts'
import type { SbpBank } from '../payout/port.ts'
import { matching } from './local.ts'
import type { SuggestProvider } from './port.ts'

const lives = 12 * 3_600_000

interface Parts {
  /** Everything but banks; banks too, while the rail's list is out of reach. */
  readonly other: SuggestProvider
  readonly fallback: SuggestProvider
  readonly banks: () => Promise<readonly SbpBank[]>
  readonly clock: Clock
}

/** Suggests the banks the payout rail can pay to, under the rail's own ids: its list is asked for twice a day. */
export function railBanks({ other, fallback, banks, clock }: Parts): SuggestProvider {
  let kept: { at: number; list: Promise<readonly SbpBank[]> } | undefined

  async function list(): Promise<readonly SbpBank[] | null> {
    const now = clock.now().getTime()
    if (!kept || now - kept.at > lives) kept = { at: now, list: banks() }
    try {
      return await kept.list
    } catch {
      kept = undefined
      return null
    }
  }

  return {
    name: other.name,
    async find(kind, query, within) {
      if (kind !== 'bank') return other.find(kind, query, within)
      const found = await list()
      if (!found) return fallback.find(kind, query, within)
      return matching(found, query, ({ name }) => name).map(({ id, name }) => ({ value: name, data: { id } }))
    },
  }
}
