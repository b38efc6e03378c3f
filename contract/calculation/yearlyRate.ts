import { Decimal } from './decimal.ts'

/** '292.000' from '0.008': the rate of the individual conditions, per cent a year of 365 days. */
export function yearlyRatePercent(dailyRate: string): string {
  return new Decimal(dailyRate).times(36_500).toFixed(3)
}
