import { createHash } from 'node:crypto'
import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { instantInZone } from '#contract/zones.ts'
import { type CsvCell, csvLine, csvStart } from '#server/platform/csv.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type BookAccount, type Lines, sumsOf } from './accounts.ts'
import { closesAfter } from './keeping.ts'
import { bookedPage, type Place, type Posting } from './store.ts'

/** One line of the accountant's book: a sum from one account to another. */
interface Entry {
  readonly debit: BookAccount
  readonly credit: BookAccount
  /** Whole kopecks. */
  readonly amount: number
}

/** The lines of a posting as pairs of accounts, always the same for the same lines. */
export function pairs(lines: Lines): Entry[] {
  const sides = sumsOf(lines).sort(([a], [b]) => (a < b ? -1 : 1))
  const left = { debit: sides.filter(([, sum]) => sum > 0), credit: sides.filter(([, sum]) => sum < 0) }
  const found: Entry[] = []
  let [debit, credit] = [left.debit.shift(), left.credit.shift()]
  while (debit && credit) {
    const amount = Math.min(debit[1], -credit[1])
    found.push({ debit: debit[0], credit: credit[0], amount })
    debit = debit[1] > amount ? [debit[0], debit[1] - amount] : left.debit.shift()
    credit = -credit[1] > amount ? [credit[0], credit[1] + amount] : left.credit.shift()
  }
  return found
}

/** Roubles with a comma, always two digits of kopecks; never a number a spreadsheet could round. */
const sumText = (amount: number) => `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`

export const dayFileKinds = ['sums', 'postings'] as const
export type DayFileKind = (typeof dayFileKinds)[number]

/** docs/integration.md describes both, column by column. */
const titles: Readonly<Record<DayFileKind, readonly string[]>> = {
  sums: ['Дата', 'СчетДт', 'СчетКт', 'Сумма', 'Проводок'],
  postings: ['Дата', 'СчетДт', 'СчетКт', 'Сумма', 'Цепочка', 'Номер', 'Вид', 'ДатаЗначения', 'Проводка'],
}

interface Parts {
  readonly platform: Platform
  readonly lender: Pick<Lender, 'zone' | 'accountMap'>
}

const page = 1000

/** What was booked on a day that is over, for the accountant's own program (1С). */
export function createDayFiles({ platform, lender }: Parts) {
  const { clock, db } = platform
  const codes = new Map(lender.accountMap.map(({ account, code }) => [account, code]))
  const codeOf = (account: BookAccount) => codes.get(account) ?? account

  async function* booked(day: IsoDate): AsyncGenerator<Posting> {
    for (let after: Place = { chain: '', number: 0 }; ; ) {
      const rows = await bookedPage(db, day, after, page)
      yield* rows
      const last = rows.at(-1)
      if (!last || rows.length < page) return
      after = last
    }
  }

  async function* singly(day: IsoDate): AsyncGenerator<readonly CsvCell[]> {
    for await (const { id, chain, number, kind, value_date, lines } of booked(day))
      for (const { debit, credit, amount } of pairs(lines))
        yield [day, codeOf(debit), codeOf(credit), sumText(amount), chain, number, kind, value_date, id]
  }

  async function* summed(day: IsoDate): AsyncGenerator<readonly CsvCell[]> {
    const sums = new Map<string, { debit: string; credit: string; amount: number; count: number }>()
    for await (const { lines } of booked(day))
      for (const entry of pairs(lines)) {
        const [debit, credit] = [codeOf(entry.debit), codeOf(entry.credit)]
        const sum = sums.get(`${debit} ${credit}`) ?? { debit, credit, amount: 0, count: 0 }
        sums.set(`${debit} ${credit}`, { ...sum, amount: sum.amount + entry.amount, count: sum.count + 1 })
      }
    for (const [, { debit, credit, amount, count }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
      yield [day, debit, credit, sumText(amount), count]
  }

  return {
    name: (day: IsoDate, kind: DayFileKind) => `1c-${kind === 'sums' ? 'oboroty' : 'provodki'}-${day}.csv`,

    /** Throws unless the day is closed: until then more may be booked on it. */
    check(day: IsoDate): void {
      const over = instantInZone(addDays(day, 1), 0, lender.zone).getTime() + closesAfter
      if (clock.now().getTime() < over)
        throw fail('bad_request', {
          issues: [{ field: 'day', message: 'Этот день ещё не закрыт: до 03:30 следующего дня' }],
        })
    },

    /** The file, piece by piece; noted in the journal once it is whole. */
    async *file(
      day: IsoDate,
      kind: DayFileKind,
      actor: { kind: 'staff' | 'system'; id: string },
    ): AsyncGenerator<string> {
      const hash = createHash('sha256')
      const piece = (text: string) => {
        hash.update(text)
        return text
      }
      yield piece(csvStart + csvLine(titles[kind]))
      let rows = 0
      for await (const cells of kind === 'sums' ? summed(day) : singly(day)) {
        rows += 1
        yield piece(csvLine(cells))
      }
      const data = { day, file: kind, rows, sha256: hash.digest('hex') }
      await platform.transact(async (tx) =>
        tx.journal({ event: 'book.export', actor, subject: { kind: 'export', id: newId() }, data }),
      )
    },
  }
}

export type DayFiles = ReturnType<typeof createDayFiles>
