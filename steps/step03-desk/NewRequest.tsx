import { newRequestFor } from '#contract/newRequest.ts'
import type { LoanRequest } from '#contract/request.ts'
import { formatDays } from '#contract/russian.ts'
import { dateInZone } from '#contract/zones.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'

/** One more loan beside what there is: offered where the flags and the law let it be, else why not. */
export function NewRequest({ requests }: { requests: readonly LoanRequest[] }) {
  const { lender, now } = useServices()
  const verdict = newRequestFor(requests, lender, dateInZone(now(), lender.zone))
  if (!verdict.may) {
    return (
      <Card title="Новая заявка">
        <Soft>
          {verdict.why === 'open'
            ? 'Пока идёт эта заявка, новую подать нельзя. Станет можно, когда она закончится.'
            : `Пока не возвращён заём до ${formatDays(verdict.days)}, ещё один такой же закон выдать не разрешает.`}
        </Soft>
      </Card>
    )
  }
  return (
    <Card title="Нужен ещё заём?">
      {verdict.overDays && (
        <Soft>
          Только на срок дольше {formatDays(verdict.overDays)}: пока короткий заём не возвращён, ещё один такой же закон
          выдать не разрешает.
        </Soft>
      )}
      <ButtonLink href="/step19" kind="soft">
        Новая заявка
      </ButtonLink>
    </Card>
  )
}
