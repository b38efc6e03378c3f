import { useEffect, useState } from 'react'
import { type PublishedDocument, publishedDocument, publishedDocuments } from '#contract/calls/documents.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import { formatTerm } from '#contract/wish.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft, Stack } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { questions } from './questions.ts'

/** `/docs`: legal disclosure, tariffs, documents by version and date, questions and answers */
export default function Docs() {
  const { lender } = useServices()
  const { legal, contacts, products } = lender
  return (
    <Page title="Документы и помощь" back="/">
      <Card title="Документы">
        <Documents />
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
        <div>
          {questions.map(({ question, answer }) => (
            <Details key={question} title={question}>
              <p>{answer}</p>
            </Details>
          ))}
        </div>
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
        <ListRow icon="phone" title={contacts.phone} sub="Позвонить" href={`tel:${contacts.phone}`} />
        <ListRow icon="mail" title={contacts.email} sub="Написать письмо" href={`mailto:${contacts.email}`} />
        <Soft>
          Пожаловаться: {legal.ombudsman}; {legal.regulator}.
        </Soft>
      </Card>
    </Page>
  )
}

function Documents() {
  const { call } = useServices()
  const [documents, setDocuments] = useState<readonly PublishedDocument[] | null>(null)
  const [failed, setFailed] = useState(false)
  const read = () => {
    setFailed(false)
    call(publishedDocuments, undefined).then(
      ({ documents: found }) => setDocuments(found),
      () => setFailed(true),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, on opening
  useEffect(read, [])
  if (failed)
    return (
      <Notice tone="warn" title="Список пока не открылся">
        <Button small kind="quiet" onClick={read}>
          Попробовать ещё раз
        </Button>
      </Notice>
    )
  return (
    <div>
      {documents?.map((document) => (
        <Details
          key={`${document.id} ${document.version}`}
          title={document.title}
          lazy
          open={location.hash === `#${document.id}`}
        >
          <Soft>
            Версия {document.version}, действует с {formatDate(document.from as IsoDate)}
          </Soft>
          <DocumentText document={document} />
        </Details>
      ))}
    </div>
  )
}

function DocumentText({ document }: { document: PublishedDocument }) {
  const { call } = useServices()
  const [text, setText] = useState<string | null>(null)
  const { id, version } = document
  useEffect(() => {
    call(publishedDocument, { params: { documentId: id, version } }).then(
      (found) => setText(found.text),
      () => setText('Текст пока не открылся. Обновите страницу.'),
    )
  }, [call, id, version])
  if (text === null) return <Soft>Открываем…</Soft>
  return (
    <Stack gap="small">
      {text.split(/\n+/).map((line, place) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of one unchanging text
        line.startsWith('#') ? <h3 key={place}>{line.replace(/^#+\s*/, '')}</h3> : <p key={place}>{line}</p>,
      )}
    </Stack>
  )
}
