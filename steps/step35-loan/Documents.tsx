import { useEffect, useState } from 'react'
import { type DocumentView, listDocuments } from '#contract/calls/offer.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { Card } from '#ui/frame/Card.tsx'
import { useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'

const day = (date: string) => formatDate(date as IsoDate)

/** What was signed, with the hash of each file. */
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
  return (
    <Card title="Подписанные документы">
      <Rows>
        {documents.map((document) => (
          <ListRow
            key={document.id}
            sign="PDF"
            title={document.title}
            sub={`${document.signedAt ? `Подписан ${day(document.signedAt.slice(0, 10))}, ` : ''}SHA-256 ${document.sha256.slice(0, 12)}…`}
            href={`/service/requests/${requestId}/documents/${document.id}`}
            away
          />
        ))}
      </Rows>
    </Card>
  )
}
