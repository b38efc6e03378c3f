import Big from 'big.js'
import { type Kopecks, kopecks } from '../money.ts'

/** Decimals of the calculations: forty places in a division, halves up. A constructor of its own, not the shared one. */
export const Decimal = Big()
Decimal.DP = 40
Decimal.RM = Big.roundHalfUp

export type Decimal = Big

/** To the whole kopeck, half up. */
export function nearestKopeck(amount: Decimal): Kopecks {
  return kopecks(amount.round(0, Big.roundHalfUp).toNumber())
}

/** To the whole kopeck, down: where a part would be charged to the borrower. */
export function wholeKopecks(amount: Decimal): Kopecks {
  return kopecks(amount.round(0, Big.roundDown).toNumber())
}
