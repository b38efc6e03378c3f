import { type DocumentView, listDocuments } from '#contract/calls/offer.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Card } from '#ui/frame/Card.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { useRead } from '#ui/useRead.ts'
import { byEdition } from './byEdition.ts'

const day = (date: string) => formatDate(date as IsoDate)

/** What was signed; the hashes of the files folded away. */
export function Documents({ requestId }: { requestId: string }) {
  const { data } = useRead(listDocuments, { params: { id: requestId } })
  const documents = data?.documents ?? []
  if (documents.length === 0) return null
  const { current, earlier } = byEdition(documents)
  return (
    <Card title="Подписанные документы">
      <Papers requestId={requestId} documents={current} />
      {earlier.length > 0 && (
        <Details title="Прежние, до исправления заявки">
          <Papers requestId={requestId} documents={earlier} />
        </Details>
      )}
      <Details title="Контрольные суммы файлов">
        <Lines
          lines={documents.map(({ id, title, sha256 }) => ({ label: title, value: `SHA-256 ${sha256}`, key: id }))}
        />
      </Details>
    </Card>
  )
}

function Papers({ requestId, documents }: { requestId: string; documents: readonly DocumentView[] }) {
  return (
    <Rows>
      {documents.map((document) => (
        <ListRow
          key={document.id}
          sign="PDF"
          title={document.title}
          sub={document.signedAt ? `Подписан ${day(document.signedAt.slice(0, 10))}` : 'Скачать PDF'}
          href={`/service/requests/${requestId}/documents/${document.id}`}
          away
        />
      ))}
    </Rows>
  )
}
