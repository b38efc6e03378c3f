import { durationMs, formatDuration } from '#contract/durations.ts'
import type { Product } from '#contract/lender.ts'
import { formatRoubles, formatShare, type Kopecks } from '#contract/money.ts'
import { basisNames } from '#contract/person/identity.ts'
import { ruleObeyed, ruleTitles } from '#contract/rules/titles.ts'
import type { RuleRow, RuleTable, RuleValue } from '#contract/rules.ts'
import { formatCount, formatDays } from '#contract/russian.ts'

const comma = (decimal: string) => decimal.replace('.', ',')
const hours = ({ from, to }: { from: number; to: number }) => `с ${from} до ${to}`
const often = ({ aDay, aWeek, aMonth }: { aDay: number; aWeek: number; aMonth: number }) =>
  `${aDay} в день, ${aWeek} в неделю, ${aMonth} в месяц`

const debtParts: Readonly<Record<RuleValue<'paymentOrder'>[number], string>> = {
  dueInterest: 'просроченные проценты',
  duePrincipal: 'просроченный основной долг',
  currentInterest: 'проценты текущего периода',
  currentPrincipal: 'основной долг текущего периода',
  penalty: 'неустойка',
}

function valueText(row: RuleRow): string {
  switch (row.rule) {
    case 'dailyRateCap':
      return `${formatShare(row.value)} в день`
    case 'fullCostCap':
      return `${comma(row.value)} % годовых`
    case 'overpaymentCap':
      return comma(row.value)
    case 'debtBurdenNotice':
      return `${comma(row.value)} %`
    case 'penalty': {
      const { yearlyWhileInterestRuns, dailyWithoutInterest } = row.value
      return `${formatShare(yearlyWhileInterestRuns)} годовых, без процентов ${formatShare(dailyWithoutInterest)} в день`
    }
    case 'paymentOrder':
      return row.value.map((part) => debtParts[part]).join(', ')
    case 'coolingOff':
      return row.value
        .map(({ from, above, waits }) => {
          const sum = from !== undefined ? `от ${formatRoubles(from)}` : `больше ${formatRoubles(above as Kopecks)}`
          return `${sum}: ${formatDuration(durationMs(waits))}`
        })
        .join('; ')
    case 'offerStandsWorkingDays':
    case 'earlyReturnDays':
    case 'bureauLagDays':
      return formatDays(row.value)
    case 'keepEvidenceYears':
      return formatCount(row.value, 'год', 'года', 'лет')
    case 'selfBanChecked':
    case 'receiverIsBorrower':
    case 'consentIsOwnDocument':
      return row.value ? 'да' : 'нет'
    case 'barsGoodFor':
      return `перед подписанием, если ответ старше: ${formatDuration(durationMs(row.value.signing))}; перед выдачей: ${formatDuration(durationMs(row.value.payout))}`
    case 'debtBurdenFrom':
      return formatRoubles(row.value)
    case 'expensiveLoanLimit':
      return `полная стоимость больше ${comma(row.value.fullCostOver)} %: отказ при ${row.value.refusedAtUnpaid} невозвращённых`
    case 'expensiveLoanPause':
      return `полная стоимость больше ${comma(row.value.fullCostOver)} %: со дня погашения прошло ${formatDays(row.value.earliestDay)}`
    case 'qualifiedBureaus':
      return `ОГРН ${row.value.join(', ')}`
    case 'bureauFactsGoodFor':
      return formatDuration(durationMs(row.value))
    case 'biometricsFor':
      return row.value.map((kind) => (kind === 'mfk' ? 'МФК' : 'МКК')).join(', ') || 'не нужна'
    case 'identityAccepted':
      return row.value.map((set) => set.map((one) => basisNames[one]).join(' и ')).join('; или ')
    case 'advertisingPhrases':
      return `${row.value.phrases.map((phrase) => `«${phrase}»`).join(', ')}: не меньше ${row.value.areaPercent} % площади`
    case 'prolongationsPerYear':
    case 'shortLoansPerYear':
      return `${row.value.most} для займов до ${formatDays(row.value.loansUpToDays)}`
    case 'largestLoan':
      return `МФК ${formatRoubles(row.value.mfk)}, МКК ${formatRoubles(row.value.mkk)}`
    case 'reminders':
      return `за ${row.value.daysBefore.join(', ')} дн. до срока`
    case 'holiday': {
      const { mostMonths, loanUpTo, answerWorkingDays, papersWorkingDays, silenceDays } = row.value
      return `до ${mostMonths} мес. для займов до ${formatRoubles(loanUpTo)}; ответ за ${answerWorkingDays} раб. дн., документы запрашиваем за ${papersWorkingDays}, молчание ${formatDays(silenceDays)} — согласие`
    }
    case 'serviceHoliday':
      return `на любую сумму, на время службы и ещё ${formatDays(row.value.extraDays)}`
    case 'inheritance':
      return `не начисляется, пока наследство не принято, до ${row.value.penaltyStopMonths} мес.; проценты идут`
    case 'contactRefusal':
      return `решаем за ${row.value.answerWorkingDays} раб. дн.; отказаться от всех обращений можно с ${row.value.fromMonths} месяцев просрочки`
    case 'restructuring':
      return `ответ за ${row.value.answerWorkingDays} раб. дн., предложение действует ${formatDays(row.value.offerDays)}`
    case 'complaints':
      return `${row.value.answerWorkingDays} раб. дн., один раз можно продлить на ${row.value.extensionWorkingDays}`
    case 'dataRequests': {
      const { copyWorkingDays, correctionWorkingDays, endDays } = row.value
      return `копия за ${copyWorkingDays} раб. дн., исправление за ${correctionWorkingDays}, прекращение обработки за ${formatDays(endDays)}`
    }
    case 'collectionContacts': {
      const { calls, messages, workingDays, otherDays } = row.value
      return `звонки ${often(calls)}; сообщения ${often(messages)}; в рабочие дни ${hours(workingDays)}, в другие ${hours(otherDays)}`
    }
  }
}

/** The dated rules as the office reads them. */
export function ruleTexts(rules: RuleTable) {
  return rules.map((row) => ({
    name: ruleTitles[row.rule],
    ...(row.from && { from: row.from }),
    ...(row.until && { until: row.until }),
    value: valueText(row),
    source: row.source,
    obeyedBy: ruleObeyed[row.rule],
  }))
}

/** The tariffs in a sentence each. */
export function productTexts(products: readonly Product[]) {
  return products.map((product) => {
    const { amount, term } = product
    const length = product.kind === 'single' ? `${term.min}–${term.max} дней` : `${term.min}–${term.max} платежей`
    const parts = [
      `${formatRoubles(amount.min)} – ${formatRoubles(amount.max)}`,
      product.kind === 'instalments' ? `${length} раз в ${formatDays(product.everyDays)}` : length,
      `${formatShare(product.dailyRate)} в день`,
      product.firstLoanFreeUpTo ? `первый заём до ${formatRoubles(product.firstLoanFreeUpTo)} бесплатно` : '',
      product.promos.length > 0 ? `промокоды: ${product.promos.map(({ code }) => code).join(', ')}` : '',
    ]
    return { title: product.name, text: parts.filter(Boolean).join('; ') }
  })
}
