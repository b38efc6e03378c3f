import { formatDate, type IsoDate } from '#contract/dates.ts'
import { type Facts, personName } from '#contract/facts.ts'
import { formatPassportNumber, type PassportNumber } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { ruleOn } from '#contract/rules.ts'
import { summaryOf } from '#contract/step.ts'
import { findProduct, formatTerm } from '#contract/wish.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ClientDocuments, Documents, Draft } from '../documents/index.ts'
import { blocksOf, type PrintedContent } from '../documents/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import type { PackageContent } from './packages.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly steps: Steps
  readonly documents: ClientDocuments
  readonly published: Documents
  readonly lender: Lender
}

const formVersion = '1'

/** The application package: the questionnaire made of every step's own summary, and each consent given. */
export function createApplication({ platform, requests, steps, documents, published, lender }: Parts) {
  const today = () => dateInZone(platform.clock.now(), lender.zone)

  async function questionnaire(request: StoredRequest): Promise<PrintedContent> {
    const kept = await steps.all(null, request)
    const context = steps.context(request)
    const sections = steps.needed(request).flatMap((step) => {
      const answers = kept.find(({ number, accepted }) => number === step.number && accepted)?.answers
      const rows = answers ? summaryOf(step, answers, context).map(({ label, value }) => ({ label, value })) : []
      return rows.length > 0 ? [{ kind: 'heading', text: step.title } as const, { kind: 'rows', rows } as const] : []
    })
    return {
      title: 'Заявление-анкета на получение займа',
      lines: [lender.legal.fullName, `Заявка ${request.id}`, `Составлено ${formatDate(today())}`],
      blocks: [
        ...sections,
        {
          kind: 'paragraph',
          text:
            'Прошу рассмотреть возможность выдать мне заём. Подтверждаю, что сведения выше верны, что заём беру для себя и сам ' +
            'распоряжусь деньгами. Мне известно, что подача заявки ни к чему меня не обязывает и ничего не стоит.',
        },
      ],
    }
  }

  function consentContent(request: StoredRequest, id: string): { version: string; content: PrintedContent } | null {
    const current = published.current('consent').find((document) => document.id === id)
    const text = current && published.version(current.id, current.version)
    if (!text) return null
    return {
      version: text.version,
      content: {
        title: text.title,
        lines: [...lenderLines(lender), `Редакция ${text.version} от ${formatDate(text.from as never)}`],
        blocks: [{ kind: 'rows', rows: giverRows(requests.facts(request), today()) }, ...blocksOf(text.text)],
      },
    }
  }

  return {
    /** Everything the person signs by sending the request. Fails with `steps_missing`. */
    async content(request: StoredRequest): Promise<PackageContent> {
      if (request.state !== 'New' && request.state !== 'RollbackVerification') throw fail('state_conflict')
      const missing = await platform.transact((tx) => steps.missing(tx, request))
      if (missing.length > 0) throw fail('steps_missing', { details: { steps: missing } })
      const facts = requests.facts(request)
      const product = findProduct(lender, facts.product)
      const amount = kopecks(facts.amount ?? 0)
      const term = product ? formatTerm(product, facts.term ?? 0) : ''
      return {
        about: `заявки на заём ${formatRoubles(amount)}, ${term}`,
        terms: { product: facts.product, amount, term: facts.term },
        async print() {
          const form = await questionnaire(request)
          const given = (facts.consents ?? []).flatMap((id) => consentContent(request, id) ?? [])
          // Before the law asked for documents of their own, consents stood in the questionnaire.
          const apart = ruleOn(lender.rules, 'consentIsOwnDocument', today()) === true
          const drafts: Draft[] = [
            await documents.print('application', formVersion, apart ? form : joined(form, given)),
          ]
          if (apart)
            for (const { version, content } of given) drafts.push(await documents.print('consent', version, content))
          const owner = { clientId: request.client_id, requestId: request.id }
          return async (tx) => {
            const kept = []
            for (const draft of drafts) kept.push(await documents.keep(tx, owner, draft))
            return kept
          }
        },
      }
    },
  }
}

const lenderLines = ({ legal }: Lender) => [
  legal.fullName,
  `ОГРН ${legal.ogrn}, ИНН ${legal.inn}, адрес: ${legal.address}`,
]

/** Who gives a consent, by everything the law asks it to name: 152-ФЗ art. 9 p. 4, and for the bureaus 218-ФЗ art. 6 p. 10. */
function giverRows(facts: Facts, day: IsoDate) {
  const { passportNumber, passportIssuedOn, passportIssuedBy } = facts
  return [
    { label: 'Согласие даёт', value: personName(facts) },
    { label: 'Дата рождения', value: facts.birthDate ? formatDate(facts.birthDate as IsoDate, 'numeric') : '' },
    { label: 'Паспорт', value: passportNumber ? formatPassportNumber(passportNumber as PassportNumber) : '' },
    {
      label: 'Кем и когда выдан',
      value: [passportIssuedBy, passportIssuedOn && formatDate(passportIssuedOn as IsoDate, 'numeric')]
        .filter(Boolean)
        .join(', '),
    },
    { label: 'ИНН', value: facts.inn ?? '' },
    { label: 'Адрес регистрации', value: facts.registrationAddress ?? '' },
    { label: 'Дата', value: formatDate(day) },
  ].filter(({ value }) => value)
}

const joined = (form: PrintedContent, given: readonly { content: PrintedContent }[]): PrintedContent => ({
  ...form,
  blocks: [...form.blocks, ...given.flatMap(({ content }) => [heading(content.title), ...content.blocks])],
})

const heading = (text: string) => ({ kind: 'heading', text }) as const

export type Application = ReturnType<typeof createApplication>
