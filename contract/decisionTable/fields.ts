import { type SignalKind, signalCount, signalKinds } from '../person/signals.ts'

interface FieldOf<Kind extends string> {
  /** Where in what the engine is told it stands. */
  readonly path: string
  /** What the office calls it. */
  readonly name: string
  readonly kind: Kind
  /** Which way is worse for the lender: a worse value never gets a better outcome. Absent: neither is. */
  readonly worse?: 'more' | 'less' | 'yes'
}
interface NumberField extends FieldOf<'number'> {
  readonly min: number
  readonly max: number
  /** Values between two whole numbers happen. */
  readonly fraction?: true
}
type Field = NumberField | FieldOf<'yes'> | FieldOf<'words'>

const signalFields = (Object.keys(signalKinds) as SignalKind[]).map((kind) => ({
  path: `signals.${kind}` as const,
  name: `Сигнал: ${signalCount(kind)}`,
  kind: 'number' as const,
  min: 0,
  max: 10_000,
  worse: 'more' as const,
}))

/** All that a row of the decision table may look at. Sums in roubles, shares in per cent. What the engine is told of it is made in `conclude`. */
export const conditionFields = [
  { path: 'blacklisted', name: 'Чёрный список', kind: 'yes', worse: 'yes' },
  { path: 'person.age', name: 'Возраст', kind: 'number', min: 14, max: 110 },
  { path: 'bureau.overdueDays', name: 'Просрочка в бюро, дней', kind: 'number', min: 0, max: 10_000, worse: 'more' },
  { path: 'own.overdueDays', name: 'Просрочка у нас, дней', kind: 'number', min: 0, max: 10_000, worse: 'more' },
  { path: 'own.loans', name: 'Займов у нас', kind: 'number', min: 0, max: 1000 },
  { path: 'burden', name: 'ПДН, %', kind: 'number', min: 0, max: 100_000, fraction: true, worse: 'more' },
  { path: 'bureau.known', name: 'Есть кредитная история', kind: 'yes' },
  { path: 'bureau.unknown', name: 'Бюро не сказало о просрочках или истории', kind: 'yes' },
  { path: 'bureau.score', name: 'Балл бюро', kind: 'number', min: 0, max: 1000, worse: 'less' },
  { path: 'bureau.unpaidLoans', name: 'Займов в бюро не погашено', kind: 'number', min: 0, max: 1000, worse: 'more' },
  { path: 'referredBefore', name: 'Второй сотрудник уже смотрел', kind: 'yes' },
  { path: 'signals.weight', name: 'Вес сигналов о человеке', kind: 'number', min: 0, max: 10_000, worse: 'more' },
  { path: 'opinion.known', name: 'Есть оценка нашей модели', kind: 'yes' },
  { path: 'opinion.silent', name: 'Скоринг не ответил', kind: 'yes' },
  {
    path: 'opinion.score',
    name: 'Оценка нашей модели',
    kind: 'number',
    min: 0,
    max: 1000,
    fraction: true,
    worse: 'less',
  },
  { path: 'lists.watch', name: 'Список наблюдения', kind: 'yes', worse: 'yes' },
  { path: 'lists.trusted', name: 'Список доверенных', kind: 'yes' },
  { path: 'request.product', name: 'Продукт', kind: 'words' },
  { path: 'request.amount', name: 'Запрошено, ₽', kind: 'number', min: 0, max: 1_000_000_000 },
  { path: 'request.days', name: 'Срок, дней', kind: 'number', min: 1, max: 10_000 },
  { path: 'request.firstLoan', name: 'Первый заём', kind: 'yes' },
  ...signalFields,
] as const satisfies readonly Field[]

export type ConditionField = Field
export type FieldPath = (typeof conditionFields)[number]['path']

const byPath = new Map<string, Field>(conditionFields.map((field) => [field.path, field]))

export const conditionField = (path: string): ConditionField | undefined => byPath.get(path)
