import { formatDate } from '#contract/dates.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import { transferRequisites } from '#contract/transfer.ts'
import { formatTerm } from '#contract/wish.ts'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { Documents, usePublished } from './Documents.tsx'
import { Questions } from './Questions.tsx'
import { VerifyFile } from './VerifyFile.tsx'

/** `/docs`: legal disclosure, tariffs, documents by version and date, questions and answers, how to verify a signed file */
export default function Docs() {
  const { lender } = useServices()
  const { legal, contacts, products } = lender
  const requisites = transferRequisites(lender)
  const { awaited, ...published } = usePublished()
  if (awaited) return <Placeholder />
  return (
    <Page title="Документы и помощь" back="/">
      <Card title="Документы">
        <Documents {...published} />
      </Card>
      {products.map((product) => (
        <Card key={product.id} title={`Тариф «${product.name}»`}>
          <Soft>{product.about}</Soft>
          <Lines
            lines={[
              { label: 'Сумма', value: `${formatRoubles(product.amount.min)} – ${formatRoubles(product.amount.max)}` },
              { label: 'Срок', value: `от ${product.term.min} до ${formatTerm(product, product.term.max)}` },
              { label: 'Ставка в день', value: formatPercent(String(Number(product.dailyRate) * 100)) },
              ...(product.firstLoanFreeUpTo
                ? [{ label: 'Первый заём без процентов', value: `до ${formatRoubles(product.firstLoanFreeUpTo)}` }]
                : []),
            ]}
          />
        </Card>
      ))}
      <Card title="Вопросы и ответы">
        <Questions />
      </Card>
      <Card title="Как проверить подписанный файл">
        <VerifyFile />
      </Card>
      <Card title="Кто мы">
        <p>{legal.fullName}</p>
        <Lines
          lines={[
            { label: 'ОГРН', value: legal.ogrn },
            { label: 'ИНН', value: legal.inn },
            { label: 'Номер в реестре', value: legal.registryNumber },
            { label: 'В реестре с', value: formatDate(legal.registeredOn) },
            { label: 'Адрес', value: legal.address },
            { label: 'Для писем', value: legal.postalAddress },
            { label: 'Саморегулируемая организация', value: legal.selfRegulation },
          ]}
        />
        {requisites.length > 0 && (
          <>
            <h3>Реквизиты для перевода</h3>
            <Lines lines={requisites} />
            <Soft>Назначение платежа с номером договора — на странице «Мой заём» и в договоре, строка 8.</Soft>
          </>
        )}
        <Rows>
          <ListRow
            icon="phone"
            title={formatPhone(contacts.phone as Phone)}
            sub="Позвонить"
            href={`tel:${contacts.phone}`}
          />
          <ListRow icon="mail" title={contacts.email} sub="Написать письмо" href={`mailto:${contacts.email}`} />
        </Rows>
        <Soft>
          Пожаловаться: {legal.ombudsman}; {legal.regulator}.
        </Soft>
      </Card>
    </Page>
  )
}
