import { useEffect, useState } from 'react'
import { type DocumentView, listDocuments } from '#contract/calls/offer.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { byEdition } from './byEdition.ts'

const day = (date: string) => formatDate(date as IsoDate)

/** What was signed; the hashes of the files folded away. */
export function Documents({ requestId }: { requestId: string }) {
  const { call } = useServices()
  const [documents, setDocuments] = useState<readonly DocumentView[]>([])
  useEffect(() => {
    let gone = false
    call(listDocuments, { params: { id: requestId } })
      .then((answer) => gone || setDocuments(answer.documents))
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [call, requestId])
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
