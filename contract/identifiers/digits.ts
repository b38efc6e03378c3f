/** The digits of a number typed with spaces, dashes, dots and brackets; null when anything else is there. */
export function bareDigits(text: string): string | null {
  if (text.length > 60) return null
  const bare = text.replace(/[\s().\-\u2010-\u2015\u2212]/g, '')
  return /^\d+$/.test(bare) ? bare : null
}

/** Σ digit × weight, as check digits need it. The weights decide how many digits are read. */
export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
}
