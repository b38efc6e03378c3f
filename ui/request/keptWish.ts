import type { PublicLender } from '#contract/lender.ts'
import type { Raw } from '#contract/step.ts'
import { nearestWish } from '#contract/wish.ts'

const kept = 'zayavka.wish'

/** What the calculator and the request form hold before there is a request: kept on the device, no personal data. */
export function keepWish(raw: Raw): void {
  // from now on this counts, no more what a link asked for
  if (/[?&]product=/.test(location.search)) history.replaceState(history.state, '', location.pathname)
  try {
    localStorage.setItem(kept, JSON.stringify(raw))
  } catch {
    // a private window without storage: the wish lives as long as the page
  }
}

/** What was chosen before on this device, or by the link that led here */
export function keptWish(lender: PublicLender): Raw {
  const raw = before()
  const asked = new URLSearchParams(location.search)
  for (const name of ['product', 'amount', 'term']) raw[name] = asked.get(name) ?? raw[name]
  return { ...raw, ...nearestWish(raw, lender) }
}

function before(): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(kept) ?? '{}') }
  } catch {
    return {}
  }
}

export function forgetWish(): void {
  try {
    localStorage.removeItem(kept)
  } catch {
    // nothing was kept
  }
}
