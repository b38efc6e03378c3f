import { formatDate } from '#contract/dates.ts'
import { dateInZone, formatTime } from '#contract/zones.ts'
import { serverNow } from '#ui/shell/clock.ts'
import { useLender } from './lender.ts'

/** «14:20» today, «05.12 14:20» on other days, in the lender's zone */
export function momentText(at: string, zone: string, now: Date): string {
  const instant = new Date(at)
  const day = dateInZone(instant, zone)
  const time = formatTime(instant, zone)
  return day === dateInZone(now, zone) ? time : `${formatDate(day, 'numeric').slice(0, 5)} ${time}`
}

/** Writes instants as the office reads them */
export function useMoments(): (at: string) => string {
  const { zone } = useLender()
  return (at) => momentText(at, zone, serverNow())
}

/** «11 мин», «2 ч», «3 ч 05 мин» */
export function minutesText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 60) return `${whole} мин`
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return rest === 0 ? `${hours} ч` : `${hours} ч ${String(rest).padStart(2, '0')} мин`
}

/** «14:05» left */
export function leftText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
