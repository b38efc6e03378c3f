import { createHash } from 'node:crypto'
import { isContractNumber } from '#contract/contractNumber.ts'
import type { Lender } from '#contract/lender.ts'
import { instantInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Loans } from '../loans/index.ts'
import { readCsv, TotalWanted } from './csv.ts'
import {
  isExchange,
  readStatement,
  type Statement,
  type StatementLine,
  StatementWrong,
  statementText,
} from './parsing.ts'

interface Parts {
  readonly platform: Platform
  readonly loans: Pick<Loans, 'told' | 'numbered' | 'heardOf'>
  readonly lender: Pick<Lender, 'zone' | 'accounts'>
}

const numberPattern = /(?<!\d)\d{6}[\s-]?\d{6}[\s-]?\d{2}(?!\d)/g

/** The number of a contract in the order's code or purpose: its check digits are right, and there is no second one. */
export function numberIn({ code, purpose }: Pick<StatementLine, 'code' | 'purpose'>): string | null {
  const found = (text: string) => [
    ...new Set((text.match(numberPattern) ?? []).filter(isContractNumber).map((one) => one.replace(/\D/g, ''))),
  ]
  const [first, ...more] = found(code).length > 0 ? found(code) : found(purpose)
  if (!first || more.length > 0) return null
  return `${first.slice(0, 6)}-${first.slice(6, 12)}-${first.slice(12)}`
}

/** Ids of the lines: of equal ones of a day each has its place among them, so that a file taken twice adds nothing. */
export function lineIds({ account, incoming }: Statement): readonly string[] {
  const seen = new Map<string, number>()
  return incoming.map(({ number, day, amount, payer, purpose }) => {
    const what = JSON.stringify([account, day, number, amount, payer, purpose])
    const ordinal = seen.get(what) ?? 0
    seen.set(what, ordinal + 1)
    return createHash('sha256').update(`${what} ${ordinal}`).digest('hex').slice(0, 40)
  })
}

/** Statements of the bank: a line goes to the loan whose number it names, or waits in suspense; once, however often it is taken. */
export function createStatements({ platform, loans, lender }: Parts) {
  const [only, ...others] = lender.accounts
  const account = others.length === 0 ? only?.account : undefined

  function read(bytes: Uint8Array, total: number | undefined): Statement {
    try {
      const text = statementText(bytes)
      return isExchange(text) ? readStatement(bytes) : readCsv(text, { account, total })
    } catch (error) {
      if (error instanceof TotalWanted) {
        const message = 'В файле нет строки «Итого»: укажите, сколько всего поступило по данным банка'
        throw fail('bad_request', { issues: [{ field: 'total', message }] })
      }
      if (!(error instanceof StatementWrong)) throw error
      throw fail('bad_request', { issues: [{ field: 'file', message: error.message }] })
    }
  }

  return {
    async take(bytes: Uint8Array, staffId: string, total?: number) {
      const statement = read(bytes, total)
      const { account, incoming, from, to } = statement
      const ids = lineIds(statement)
      const provider = `bank:${account}`
      const counts = { known: 0, placed: 0, waiting: 0 }
      for (const [at, line] of incoming.entries()) {
        const providerId = ids[at]!
        const paidAt = instantInZone(line.day, 12, lender.zone)
        await platform.transact(async (tx) => {
          const before = await loans.heardOf(tx, provider, providerId)
          if (!before) {
            const number = numberIn(line)
            const loanId = number ? await loans.numbered(tx, number) : null
            await loans.told(tx, loanId ?? number ?? '—', { provider, providerId, amount: line.amount, paidAt })
          }
          const now = before ? 'known' : await loans.heardOf(tx, provider, providerId)
          counts[now === 'known' ? 'known' : now === 'booked' ? 'placed' : 'waiting'] += 1
        })
      }
      await platform.transact(async (tx) => {
        tx.journal({
          event: 'statement.import',
          actor: { kind: 'staff', id: staffId },
          subject: { kind: 'statement', id: createHash('sha256').update(bytes).digest('hex') },
          data: { from, to, lines: incoming.length, ...counts },
        })
      })
      return { lines: incoming.length, ...counts }
    },
  }
}
