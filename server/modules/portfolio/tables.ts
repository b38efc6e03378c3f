import { type Bucket, buckets } from '#contract/calls/office/loans.ts'
import type { PortfolioTable } from '#contract/calls/office/portfolio.ts'
import type { ReportTable } from '#contract/calls/office/reports.ts'
import { addMonths, type IsoDate } from '#contract/dates.ts'
import type { firstBad, MonthSums, moved, StartSums } from './store.ts'

type Table = ReportTable & { readonly name: PortfolioTable }
type BucketSum = { readonly bucket: Bucket; readonly loans: number; readonly principal: number; readonly due: number }

const percent = (part: number, whole: number) => (whole === 0 ? null : (part * 100) / whole)
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
/** «03.2026» */
const title = (month: string) => `${month.slice(5)}.${month.slice(0, 4)}`

export function bucketTable(
  portfolio: readonly BucketSum[],
  running: { readonly loans: number; readonly principal: number },
): Table {
  const late = portfolio.filter(({ bucket }) => bucket !== 'today')
  const over30 = late.filter(({ bucket }) => buckets[bucket].from > 30)
  const principalOf = (some: readonly BucketSum[]) => sum(some.map(({ principal }) => principal))
  return {
    name: 'buckets',
    title: 'Просрочка по срокам',
    about:
      'На сегодня: весь основной долг займов, у которых просрочен хотя бы один платёж, и сколько из него просрочено.',
    facts: [
      { label: 'займов', value: running.loans, kind: 'count' },
      { label: 'основной долг', value: running.principal, kind: 'money' },
      { label: 'под риском (PAR)', value: percent(principalOf(late), running.principal) ?? 0, kind: 'percent' },
      { label: 'PAR 30+', value: percent(principalOf(over30), running.principal) ?? 0, kind: 'percent' },
    ],
    columns: [
      { title: 'Просрочка', kind: 'text' },
      { title: 'Займов', kind: 'count' },
      { title: 'Основной долг', kind: 'money' },
      { title: 'К оплате', kind: 'money' },
      { title: 'Доля портфеля', kind: 'percent' },
    ],
    rows: portfolio.map(({ bucket, loans, principal, due }) => [
      buckets[bucket].title,
      loans,
      principal,
      due,
      percent(principal, running.principal),
    ]),
    bars: [2],
  }
}

/** What was collected is what was owed and is not any more: the turnover of a debt less what was added to it. */
export function monthTable(months: readonly MonthSums[]): Table {
  return {
    name: 'months',
    title: 'Выдано и собрано',
    about:
      'По дням, которыми деньги учтены: выданные займы, начисленное, и на что разнесены платежи. Из проводок книги: в текущем месяце начисленное записано до последнего события займа.',
    facts: [],
    columns: [
      { title: 'Месяц', kind: 'text' },
      { title: 'Займов', kind: 'count' },
      { title: 'Выдано', kind: 'money' },
      { title: 'Начислены проценты', kind: 'money' },
      { title: 'Начислена неустойка', kind: 'money' },
      { title: 'Собран долг', kind: 'money' },
      { title: 'Собраны проценты', kind: 'money' },
      { title: 'Собрана неустойка', kind: 'money' },
    ],
    rows: months.map((one) => [
      title(one.month),
      one.loans,
      one.issued,
      0 - one.incomeInterest,
      0 - one.incomePenalty,
      one.issued - one.principal,
      0 - one.incomeInterest - one.interest,
      0 - one.incomePenalty - one.penalty,
    ]),
    bars: [2, 5],
  }
}

const monthsShown = [1, 2, 3, 4, 5, 6, 9, 12] as const
const after = (month: string, months: number) => addMonths(`${month}-01` as IsoDate, months).slice(0, 7)

export function vintageTable(
  starts: readonly StartSums[],
  bad: Awaited<ReturnType<typeof firstBad>>,
  now: string,
): Table {
  return {
    name: 'vintages',
    title: 'Поколения займов, 30+',
    about:
      'Месяц выдачи: какая доля выданного хоть на один конец месяца была просрочена больше чем на 30 дней, через столько месяцев после выдачи.',
    facts: [],
    columns: [
      { title: 'Выданы', kind: 'text' },
      { title: 'Выдано', kind: 'money' },
      ...monthsShown.map((months) => ({ title: `+${months} мес.`, kind: 'percent' as const })),
    ],
    rows: starts.map(({ month, issued }) => [
      title(month),
      issued,
      ...monthsShown.map((months) => {
        const by = after(month, months)
        if (by > now) return null
        const part = sum(bad.filter((one) => one.issued === month && one.month <= by).map(({ principal }) => principal))
        return percent(part, issued)
      }),
    ]),
    bars: [],
  }
}

export function firstPaymentTable(starts: readonly StartSums[]): Table {
  const days = [1, 5, 30] as const
  return {
    name: 'firstPayments',
    title: 'Первый платёж не внесён',
    about:
      'Месяц выдачи: доля займов, по которым первый платёж не внесён на 1, 5 и 30 день просрочки, из тех, где этот день наступил.',
    facts: [],
    columns: [
      { title: 'Выданы', kind: 'text' },
      { title: 'Займов', kind: 'count' },
      ...days.map((day) => ({ title: `${day} дн.`, kind: 'percent' as const })),
    ],
    rows: starts.map(({ month, loans, known, late }) => [
      title(month),
      loans,
      ...days.map((day) => percent(late[day], known[day])),
    ]),
    bars: [],
  }
}

/** Days late from which the next bucket begins. */
export const rollEdges = [1, 31, 61, 91] as const
const rollNames = ['в срок', '1–30 дней', '31–60 дней', '61–90 дней', 'больше 90'] as const

export function rollTable(moves: Awaited<ReturnType<typeof moved>>, before: string, then: string): Table {
  const of = (was: number) => moves.filter((one) => one.was === was)
  const principal = (some: typeof moves) => sum(some.map((one) => one.principal))
  return {
    name: 'rolls',
    title: 'Переходы между сроками',
    about: `Основной долг на конец ${title(before)} и где эти займы на конец ${title(then)}, доля долга.`,
    facts: [],
    columns: [
      { title: 'Были', kind: 'text' },
      { title: 'Основной долг', kind: 'money' },
      { title: 'закрыты', kind: 'percent' },
      ...rollNames.map((name) => ({ title: name, kind: 'percent' as const })),
    ],
    rows: rollNames.flatMap((name, was) => {
      const here = of(was)
      const all = principal(here)
      if (all === 0) return []
      const share = (is: number | null) => percent(principal(here.filter((one) => one.is === is)), all)
      return [[name, all, share(null), ...rollNames.map((_, is) => share(is))]]
    }),
    bars: [],
  }
}
