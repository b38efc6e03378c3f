import type { Report } from '#contract/calls/office/reports.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { refusalReasons, returnReasons } from '#contract/review.ts'
import type { Numbers } from './service.ts'
import { decisionWords, outcomeWords } from './words.ts'

export interface ReportWords {
  /** Title of a step. */
  readonly step: (number: number) => string | undefined
  /** Name of a member of the staff. */
  readonly staff: (id: string) => string | undefined
  /** Working minutes within which an answer is promised. */
  readonly promiseMinutes: number
  /** Working minutes of each request that waits now; none for a period that is over. */
  readonly waiting: readonly number[]
}

type Counted = { readonly name: string; readonly count: number }

const countColumn = { title: 'Сколько', kind: 'count' } as const
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)

function counted(
  head: Pick<Report, 'name' | 'title' | 'about'>,
  rows: readonly Counted[],
  words: Readonly<Record<string, string>>,
): Report {
  const all = sum(rows.map(({ count }) => count))
  return {
    ...head,
    facts: [],
    columns: [{ title: 'Причина', kind: 'text' }, countColumn, { title: 'Доля', kind: 'percent' }],
    rows: rows.map(({ name, count }) => [words[name] ?? name, count, share(count, all)]),
    bars: [1],
  }
}

function funnel({ funnel: steps }: Numbers, words: ReportWords): Report {
  return {
    name: 'funnel',
    title: 'Воронка по шагам',
    about: 'Сколько раз шаг открыли, прошли и бросили. Медиана времени — от 20 прохождений.',
    facts: [],
    columns: [
      { title: 'Шаг', kind: 'text' },
      { title: 'Открыли', kind: 'count' },
      { title: 'Прошли', kind: 'count' },
      { title: 'Бросили', kind: 'count' },
      { title: 'Прошли из открывших', kind: 'percent' },
      { title: 'Время, медиана', kind: 'seconds' },
    ],
    rows: steps.map(({ step, opened, accepted, left, medianSeconds }) => [
      words.step(step) ?? `Шаг ${step}`,
      opened,
      accepted,
      left,
      share(Math.min(accepted, opened), opened),
      medianSeconds,
    ]),
    bars: [1, 2],
  }
}

/** Ends of the stretches of waiting, as shares of the promise. */
const stretches = [0.25, 0.5, 1, 2, 4]

function medianOf(waits: Numbers['waits'], all: number): number {
  let seen = 0
  for (const { minutes, count } of waits) {
    seen += count
    if (seen * 2 >= all) return minutes
  }
  return 0
}

function queue({ waits }: Numbers, { promiseMinutes, waiting }: ReportWords): Report {
  const all = sum(waits.map(({ count }) => count))
  const late = waiting.filter((minutes) => minutes > promiseMinutes).length
  const between = (above: number, upTo: number) =>
    sum(waits.filter(({ minutes }) => minutes > above && minutes <= upTo).map(({ count }) => count))
  const ends = stretches.map((part) => Math.round(promiseMinutes * part))
  const rows = ends.map((end, at) => {
    const above = at === 0 ? -1 : (ends[at - 1] ?? 0)
    const count = between(above, end)
    const label = at === 0 ? `до ${end} мин` : `от ${above} до ${end} мин`
    return [end === promiseMinutes ? `${label} (обещание)` : label, count, share(count, all)]
  })
  const last = ends.at(-1) ?? 0
  const rest = between(last, Number.POSITIVE_INFINITY)
  const facts: Report['facts'] =
    all === 0
      ? []
      : [
          { label: 'ответов дано', value: all, kind: 'count' },
          // Who still waits beyond the promise has been failed, whenever the answer comes.
          { label: 'в обещанный срок', value: share(between(-1, promiseMinutes), all + late) ?? 0, kind: 'percent' },
          { label: 'ждали, медиана', value: medianOf(waits, all), kind: 'minutes' },
        ]
  if (waiting.length > 0)
    facts.push(
      { label: 'ждут сейчас', value: waiting.length, kind: 'count' },
      { label: 'из них дольше обещанного', value: late, kind: 'count' },
    )
  return {
    name: 'queue',
    title: 'Обещание очереди',
    about: `Обещаем ответить за ${promiseMinutes} мин рабочего времени. Пока клиент исправляет, часы стоят. Кто ждёт дольше, считается опоздавшим, хотя ответа ещё нет.`,
    facts,
    columns: [{ title: 'Ждали ответа', kind: 'text' }, countColumn, { title: 'Доля', kind: 'percent' }],
    rows: all === 0 ? [] : [...rows, [`больше ${last} мин`, rest, share(rest, all)]],
    bars: [1],
  }
}

function outcomes({ outcomes: counts }: Numbers): Report {
  const happened = Object.entries(outcomeWords).filter(([event]) => counts.has(event))
  return {
    name: 'outcomes',
    title: 'Итоги',
    about: 'Что происходило с заявками, в порядке их пути.',
    facts: [],
    columns: [{ title: 'Что произошло', kind: 'text' }, countColumn],
    rows: happened.map(([event, words]) => [words, counts.get(event) ?? 0]),
    bars: [1],
  }
}

function reviewers({ reviewers: rows }: Numbers, words: ReportWords): Report {
  return {
    name: 'reviewers',
    title: 'Сотрудники',
    about: 'Кто сколько заявок проверил, и сколько заявка была в руках: от взятия до итога, медиана.',
    facts: [],
    columns: [
      { title: 'Сотрудник', kind: 'text' },
      { title: 'Проверено', kind: 'count' },
      { title: 'Одобрено', kind: 'count' },
      { title: 'Возвращено', kind: 'count' },
      { title: 'Отказано', kind: 'count' },
      { title: 'В руках, медиана', kind: 'seconds' },
    ],
    rows: rows.map(({ id, approved, returned, refused, seconds }) => [
      words.staff(id) ?? id,
      approved + returned + refused,
      approved,
      returned,
      refused,
      seconds,
    ]),
    bars: [1],
  }
}

function payouts({ payouts: days }: Numbers): Report {
  return {
    name: 'payouts',
    title: 'Выплаты',
    about: 'Выплаты, которые дошли, по дням.',
    facts: [
      { label: 'дошло', value: sum(days.map(({ count }) => count)), kind: 'count' },
      { label: 'на сумму', value: sum(days.map(({ amount }) => amount)), kind: 'money' },
    ],
    columns: [
      { title: 'День', kind: 'text' },
      { title: 'Выплат', kind: 'count' },
      { title: 'Сумма', kind: 'money' },
    ],
    rows: days.map(({ day, count, amount }) => [formatDate(day as IsoDate, 'numeric'), count, amount]),
    bars: [2],
  }
}

/** The numbers of a period as tables with Russian headings: what the screen draws and the files hold. */
export function reportTables(numbers: Numbers, words: ReportWords): Report[] {
  return [
    funnel(numbers, words),
    queue(numbers, words),
    outcomes(numbers),
    reviewers(numbers, words),
    counted(
      { name: 'returnReasons', title: 'Причины возврата', about: 'За что пункты отправляли клиенту на исправление.' },
      numbers.returnReasons,
      returnReasons,
    ),
    counted(
      { name: 'refusalReasons', title: 'Причины отказа сотрудников', about: 'Отказы после проверки.' },
      numbers.refusalReasons,
      refusalReasons,
    ),
    counted(
      { name: 'decisionReasons', title: 'Причины отказа по правилам', about: 'Отказы, принятые правилами решений.' },
      numbers.decisionReasons,
      decisionWords,
    ),
    payouts(numbers),
  ]
}
