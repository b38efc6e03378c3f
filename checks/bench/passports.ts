import { measured } from '../passports/measure.ts'
import { type Figure, percentile } from './figures.ts'

const count = Number(process.env.PASSPORTS ?? 300)
const first = Number(process.env.SEED ?? 1000)

const share = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole)

/** Passports drawn of seeds in a row, each read in the worker process: what is read whole, and that nothing wrong is. */
export async function passports(): Promise<Figure[]> {
  const all = await measured(first, count)
  const of = (kind: string) => all.filter((each) => each.kind === kind)
  const whole = (kind: string) => share(of(kind).filter(({ is }) => is === 'whole').length, of(kind).length)
  const wrong = all.filter(({ is }) => is === 'wrong')
  for (const { seed } of wrong) process.stderr.write(`wrong: seed ${seed}\n`)
  const times = (kind: string) => of(kind).map(({ ms }) => ms)
  const among = `of ${count} drawn passports`
  return [
    { what: `read whole as a phone takes them, ${among}`, unit: '%', ours: whole('phone'), budget: { atLeast: 95 } },
    { what: `read whole of bad photos, ${among}`, unit: '%', ours: whole('bad'), budget: { atLeast: 50 } },
    { what: `read with anything wrong, ${among}`, unit: '', ours: wrong.length, budget: { atMost: 0 } },
    {
      what: `name in the zone taken for another's, ${among}`,
      unit: '',
      ours: all.filter(({ named }) => named === false).length,
      budget: { atMost: 0 },
    },
    {
      what: 'time to read, as a phone takes them, p95',
      unit: 'ms',
      ours: percentile(times('phone'), 0.95),
      budget: { atMost: 2500 },
    },
    {
      what: 'time to read, bad photos, p95',
      unit: 'ms',
      ours: percentile(times('bad'), 0.95),
      budget: { atMost: 8000 },
    },
  ]
}
