import * as z from 'zod/mini'
import { type FineractAccount, fineractApi } from './fineract-api.ts'
import { type Core, type CoreEntry, CoreRefused, type CoreTry } from './port.ts'

/** What the lender has set up in Fineract for these loans: docs/integration.md says how. */
export interface FineractSetting {
  readonly office: number
  readonly product: number
  readonly interestCharge: number
  readonly penaltyCharge: number
  readonly strategy: string
  readonly paymentType?: number
}

const client = z.object({ id: z.number() })
const transaction = z.object({ id: z.number(), manuallyReversed: z.optional(z.boolean()) })
const charge = z.object({ id: z.number() })
const loan = z.object({
  id: z.number(),
  status: z.object({ id: z.number() }),
  summary: z.optional(z.object({ totalOutstanding: z.optional(z.number()) })),
  totalOverpaid: z.optional(z.number()),
})

/** LoanStatus of Fineract. */
const status = { submitted: 100, approved: 200, active: 300, closed: 600, overpaid: 700 } as const
const form = { dateFormat: 'yyyy-MM-dd', locale: 'en' }
const roubles = (amount: number) => amount / 100
const kopecksOf = (amount = 0) => Math.round(amount * 100)

type Of<Kind extends CoreEntry['kind']> = Extract<CoreEntry, { readonly kind: Kind }>

/**
 * Apache Fineract. Our calculation stands: its product charges no interest of its own, what we charge goes in as charges with a day of their own, and
 * what is owed in all is the same on both sides. Every entry carries our id as `externalId`.
 */
export function fineractCore(account: FineractAccount, setting: FineractSetting): Core {
  const { get, post } = fineractApi(account)
  const loanAt = (id: string) => `/loans/external-id/${id}`
  const paidBy = setting.paymentType === undefined ? {} : { paymentTypeId: setting.paymentType }

  async function person(entry: Of<'person'>, { key }: CoreTry): Promise<void> {
    if (await get(`/clients/external-id/${entry.id}`, client)) return
    await post('/clients', key, {
      ...form,
      officeId: setting.office,
      legalFormId: 1,
      externalId: entry.id,
      lastname: entry.surname,
      firstname: entry.name,
      ...(entry.patronymic && { middlename: entry.patronymic }),
      ...(entry.birthDate && { dateOfBirth: entry.birthDate }),
      ...(entry.phone && { mobileNo: entry.phone }),
      active: true,
      activationDate: entry.on,
    })
  }

  async function create({ loanId, clientId, amount, on, days }: Of<'opened'>, key: string): Promise<void> {
    const whose = await get(`/clients/external-id/${clientId}`, client)
    if (!whose) throw new CoreRefused('В Fineract нет клиента этого займа')
    await post('/loans', key, {
      ...form,
      clientId: whose.id,
      productId: setting.product,
      externalId: loanId,
      loanType: 'individual',
      principal: roubles(amount),
      loanTermFrequency: days,
      loanTermFrequencyType: 0,
      numberOfRepayments: 1,
      repaymentEvery: days,
      repaymentFrequencyType: 0,
      interestRatePerPeriod: 0,
      interestType: 0,
      interestCalculationPeriodType: 1,
      amortizationType: 1,
      transactionProcessingStrategyCode: setting.strategy,
      submittedOnDate: on,
      expectedDisbursementDate: on,
    })
  }

  /** Three commands; where it stands is read between them. */
  async function open(entry: Of<'opened'>, { key }: CoreTry): Promise<void> {
    const { loanId, amount, on } = entry
    const stands = async () => (await get(loanAt(loanId), loan))?.status.id
    let now = await stands()
    if (now === undefined) {
      await create(entry, `${key}-create`)
      now = await stands()
    }
    if (now === status.submitted) {
      const body = { ...form, approvedOnDate: on, approvedLoanAmount: roubles(amount), expectedDisbursementDate: on }
      await post(`${loanAt(loanId)}?command=approve`, `${key}-approve`, body)
      now = await stands()
    }
    if (now === status.approved) {
      const body = { ...form, ...paidBy, actualDisbursementDate: on, transactionAmount: roubles(amount) }
      await post(`${loanAt(loanId)}?command=disburse`, `${key}-disburse`, body)
      now = await stands()
    }
    if (now === undefined || now < status.active) throw new Error(`the loan stands at ${now} in Fineract`)
    if (now !== status.active && now !== status.closed && now !== status.overpaid)
      throw new CoreRefused(`Заём в Fineract отклонён или отозван (состояние ${now})`)
  }

  const moved = (loanId: string, id: string) => get(`${loanAt(loanId)}/transactions/external-id/${id}`, transaction)

  async function charged({ kind, id, loanId, amount, on }: Of<'interest' | 'penalty'>, { key, again }: CoreTry) {
    if (again && (await get(`${loanAt(loanId)}/charges/external-id/${id}`, charge))) return
    const chargeId = kind === 'interest' ? setting.interestCharge : setting.penaltyCharge
    await post(`${loanAt(loanId)}/charges`, key, {
      ...form,
      chargeId,
      amount: roubles(amount),
      dueDate: on,
      externalId: id,
    })
  }

  async function uncharged({ id, loanId, of, amount }: Of<'uncharged'>, { key, again }: CoreTry): Promise<void> {
    if (again && (await moved(loanId, id))) return
    const path = `${loanAt(loanId)}/charges/external-id/${of}?command=adjustment`
    await post(path, key, { amount: roubles(amount), externalId: id, locale: form.locale })
  }

  const commands = { paid: 'repayment', credit: 'goodwillCredit', refunded: 'creditBalanceRefund' } as const

  async function money({ kind, id, loanId, amount, on }: Of<'paid' | 'credit' | 'refunded'>, { key, again }: CoreTry) {
    if (again && (await moved(loanId, id))) return
    await post(`${loanAt(loanId)}/transactions?command=${commands[kind]}`, key, {
      ...form,
      ...(kind === 'paid' && paidBy),
      transactionDate: on,
      transactionAmount: roubles(amount),
      externalId: id,
    })
  }

  async function undone({ loanId, of, on }: Of<'undone'>, { key, again }: CoreTry): Promise<void> {
    if (again && (await moved(loanId, of))?.manuallyReversed) return
    const path = `${loanAt(loanId)}/transactions/external-id/${of}?command=undo`
    await post(path, key, { ...form, transactionDate: on, transactionAmount: 0 })
  }

  async function closed({ loanId }: Of<'closed'>): Promise<void> {
    const there = await get(loanAt(loanId), loan)
    if (there?.status.id === status.closed || there?.status.id === status.overpaid) return
    throw new CoreRefused('Заём закрыт у нас, а в Fineract нет: сверьте остатки')
  }

  return {
    name: 'fineract',
    async carry(entry, attempt) {
      switch (entry.kind) {
        case 'person':
          return person(entry, attempt)
        case 'opened':
          return open(entry, attempt)
        case 'interest':
        case 'penalty':
          return charged(entry, attempt)
        case 'uncharged':
          return uncharged(entry, attempt)
        case 'undone':
          return undone(entry, attempt)
        case 'closed':
          return closed(entry)
        default:
          return money(entry, attempt)
      }
    },
    async balance(loanId) {
      const there = await get(loanAt(loanId), loan)
      if (!there) return null
      const owed = kopecksOf(there.summary?.totalOutstanding) - kopecksOf(there.totalOverpaid)
      return { owed, closed: there.status.id === status.closed || there.status.id === status.overpaid }
    },
  }
}
