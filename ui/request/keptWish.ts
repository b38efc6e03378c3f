import type { PublicLender } from '#contract/lender.ts'
import type { Raw } from '#contract/step.ts'
import { startingWish } from '#contract/wish.ts'

const kept = 'zayavka.wish'

/** What the calculator and the request form hold before there is a request: kept on the device, no personal data. */
export function keepWish(raw: Raw): void {
  try {
    localStorage.setItem(kept, JSON.stringify(raw))
  } catch {
    // a private window without storage: the wish lives as long as the page
  }
}

export function keptWish(lender: PublicLender): Raw {
  try {
    const before: unknown = JSON.parse(localStorage.getItem(kept) ?? '{}')
    return { ...startingWish(lender), ...(typeof before === 'object' && before !== null ? before : {}) }
  } catch {
    return startingWish(lender)
  }
}

export function forgetWish(): void {
  try {
    localStorage.removeItem(kept)
  } catch {
    // nothing was kept
  }
}
