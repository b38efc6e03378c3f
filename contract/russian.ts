import { noBreakSpace } from './spaces.ts'

/** The form of a word that goes with a whole number: 1 день, 2 дня, 5 дней, 11 дней, 21 день. */
export function plural(count: number, one: string, few: string, many: string): string {
  const tens = Math.abs(count) % 100
  const units = tens % 10
  if (tens > 10 && tens < 20) return many
  if (units === 1) return one
  return units > 1 && units < 5 ? few : many
}

/** «5 дней»: the number and its word, never parted at the end of a line. */
export function formatCount(count: number, one: string, few: string, many: string): string {
  return `${count}${noBreakSpace}${plural(count, one, few, many)}`
}

/** «5 дней» */
export function formatDays(count: number): string {
  return formatCount(count, 'день', 'дня', 'дней')
}

/** «4 платежа» */
export function formatPayments(count: number): string {
  return formatCount(count, 'платёж', 'платежа', 'платежей')
}
