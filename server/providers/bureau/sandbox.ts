import { createHash } from 'node:crypto'
import type { Bureau, BureauPerson, BureauReport, UnpaidLoan } from './port.ts'

/**
 * The demo's bureau. What it answers is steered by the last two digits of the passport number:
 *
 *     01  a self-ban is in force
 *     02  two unpaid loans with a full cost of 250 %
 *     03  one unpaid loan with a full cost of 150 %
 *     04  a loan 120 days overdue
 *     05  loans that take 60 000 ₽ a month
 *     06  a score of 520: neither good nor bad
 *     07  a score of 400: bad
 *     08  an income of 120 000 ₽ a month that the bureau confirms
 *     09  does not answer
 *     10  no credit history at all
 *     11  payments and costs of a loan only, as bureaus must answer: overdue days, history and score are not known
 *
 * Anybody else has a score of 650 to 800, always the same one, and no debts.
 */
export function sandboxBureau(): Bureau {
  return {
    name: 'sandbox',
    async report(person) {
      const marked = person.passportNumber.slice(-2)
      if (marked === '09') throw new Error('the sandbox bureau does not answer')
      return { ...clean(person), ...special[marked] }
    },
  }
}

const loan = (changes: Partial<UnpaidLoan>): UnpaidLoan => ({
  balance: 20_000_00,
  monthlyPayment: 5_000_00,
  fullCostPercent: '25.000',
  overdueDays: 0,
  lender: '1027700000000',
  ...changes,
})

const special: Readonly<Record<string, Partial<BureauReport>>> = {
  '01': { selfBan: true },
  '02': { unpaidLoans: [loan({ fullCostPercent: '250.000' }), loan({ fullCostPercent: '250.000' })] },
  '03': { unpaidLoans: [loan({ fullCostPercent: '150.000' })] },
  '04': { unpaidLoans: [loan({ overdueDays: 120 })] },
  '05': { unpaidLoans: [loan({ balance: 900_000_00, monthlyPayment: 60_000_00 })] },
  '06': { score: 520 },
  '07': { score: 400 },
  '08': { monthlyIncome: 120_000_00 },
  '10': { history: false, score: null },
  '11': { history: null, score: null, unpaidLoans: [loan({ overdueDays: null })] },
}

function clean(person: BureauPerson): BureauReport {
  const digest = createHash('sha256').update(person.passportNumber).digest()
  return {
    reportId: `sandbox-${digest.toString('hex').slice(0, 12)}`,
    selfBan: false,
    unpaidLoans: [],
    monthlyIncome: null,
    history: true,
    score: 650 + (digest.readUInt16BE(0) % 151),
  }
}
