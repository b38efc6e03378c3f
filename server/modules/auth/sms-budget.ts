import type { Device } from '#server/http/devices.ts'
import type { Platform } from '#server/platform/platform.ts'

type Part = 'open' | 'reserve' | 'knownDevices'

export interface Share {
  /** Whether a code may go out. Nobody who asks from outside learns it. */
  readonly sends: boolean
  /** The open part is spent: whoever asks from a browser we do not know for this phone is told that a code may take longer. */
  readonly slow: boolean
}

const everybody = 'all'

/**
 * The hour's budget of sign-in codes, so that a stranger who asks for codes to thousands of phones neither costs the lender a fortune
 * nor leaves its customers without theirs. A browser that signed in by this phone before draws from `knownDevices`, which strangers
 * cannot reach. Everybody else draws from `open`; when that is spent, a phone with an account from `reserve`, and a phone without one gets
 * nothing. Both are counted alike, so that neither the answer nor its time says whether a phone has an account.
 */
export function createSmsBudget(platform: Platform) {
  const { limits, metrics, log } = platform
  const parts: readonly Part[] = ['open', 'reserve', 'knownDevices']
  const spent = metrics.counter(
    'sms_budget_spent_total',
    'How often the hour’s budget of sign-in codes was spent, by part',
    parts.map((part) => ({ part })),
  )

  /** Said once an hour for each part: in the log, in the journal the office reads, and by a metric an alarm stands on. */
  async function callOut(part: Part): Promise<void> {
    const { limit } = limits.figureOf('signInCode', part)
    spent({ part })
    log.error({ part, limit }, 'the hour’s budget of sign-in codes is spent')
    await platform.transact(async (tx) =>
      tx.journal({
        event: 'sms.budgetSpent',
        actor: { kind: 'system', id: 'limits' },
        subject: { kind: 'limit', id: `signInCode.${part}` },
        data: { limit },
      }),
    )
  }

  async function draw(part: Part, key = everybody): Promise<boolean> {
    const { allowed, passed } = await limits.hit('signInCode', part, key)
    if (passed && key === everybody) await callOut(part)
    return allowed
  }

  return {
    /** `hasAccount` is asked whatever comes out, and costs the same for every phone. */
    async shareOf(phone: string, device: Device, hasAccount: () => Promise<boolean>): Promise<Share> {
      const account = await hasAccount()
      if (device.knows(phone)) return { sends: await draw('knownDevices'), slow: false }
      if (await draw('open')) return { sends: true, slow: false }
      const reserved = await draw('reserve', account ? everybody : 'nobody')
      return { sends: account && reserved, slow: true }
    },
  }
}
