import type { Axis } from './regions.ts'

const text = (value: unknown) => (typeof value === 'boolean' ? (value ? 'да' : 'нет') : String(value).replace('.', ','))

/** One input as a person reads it. */
export const exampleText = (axes: readonly Axis[], places: readonly number[]): string =>
  `Пример: ${axes.map(({ field, values }, axis) => `${field.name}: ${text(values[places[axis] ?? 0])}`).join('; ')}`
