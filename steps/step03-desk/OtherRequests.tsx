import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { LoanRequest } from '#contract/request.ts'
import { deriveStatus } from '#contract/status.ts'
import { Card } from '#ui/frame/Card.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { statusNames } from './words.ts'

/** Everything that is not the main card. */
export function OtherRequests({ requests }: { requests: readonly LoanRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Card title="Другие заявки">
      {requests.map((request) => (
        <ListRow
          key={request._id}
          icon={request.loan ? 'ruble' : 'document'}
          title={request.terms ? formatRoubles(kopecks(request.terms.amount)) : 'Заявка'}
          sub={`${statusNames[deriveStatus(request).status]}, ${formatDate(request.createdAt.slice(0, 10) as IsoDate)}`}
          href={request.loan ? `/step35?loan=${request.loan.id}` : undefined}
        />
      ))}
    </Card>
  )
}
