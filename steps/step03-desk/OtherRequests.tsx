import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { LoanRequest } from '#contract/request.ts'
import { deriveStatus } from '#contract/status.ts'
import { Card } from '#ui/frame/Card.tsx'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { statusNames } from './words.ts'

const hrefOf = ({ loan, prolongation }: LoanRequest) => {
  const id = loan?.id ?? prolongation?.loanId
  return id ? `/step35?loan=${id}` : undefined
}

/** A prolongation is one thing whatever its numbers: what has become of it is said in words. */
function nameOf(request: LoanRequest): string {
  const { status } = deriveStatus(request)
  if (status !== 'prolongate' || !request.prolongation) return statusNames[status]
  if (request.status === 5) return `Продлено до ${formatDate(request.prolongation.newDueDate as IsoDate)}`
  return request.status === 4 ? 'Продление не состоялось' : 'Продление займа'
}

/** Everything that is not the main card. */
export function OtherRequests({ requests }: { requests: readonly LoanRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Card title="Другие заявки">
      <Rows>
        {requests.map((request) => (
          <ListRow
            key={request._id}
            icon={request.loan ? 'ruble' : 'document'}
            title={request.terms ? formatRoubles(kopecks(request.terms.amount)) : 'Заявка'}
            sub={
              request.createdAt
                ? `${nameOf(request)}, ${formatDate(request.createdAt.slice(0, 10) as IsoDate)}`
                : nameOf(request)
            }
            href={hrefOf(request)}
          />
        ))}
      </Rows>
    </Card>
  )
}
