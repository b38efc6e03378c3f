import type { ReactNode } from 'react'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { LoanRequest } from '#contract/request.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { RequestsAwaited, RequestsStale } from '#ui/request/RequestsFailed.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Scene } from '#ui/show/Scene.tsx'
import { Calling } from './Calling.tsx'
import { NewRequest } from './NewRequest.tsx'
import { OtherRequests } from './OtherRequests.tsx'
import { RunningLoan } from './RunningLoan.tsx'
import { StatusCard } from './StatusCard.tsx'
import { Support } from './Support.tsx'

const waitsForLoan = (request: LoanRequest) => request.loan?.state === 'running'

/** What matters now: the main request, or the running loan when it is finished; before a loan there may stand its prolongation. */
function shownFirst(main: LoanRequest | null, requests: readonly LoanRequest[]): LoanRequest | undefined {
  const finished = main && (main.status === 4 || main.status === 5)
  return (finished && requests.find(waitsForLoan)) || (main ?? requests[0])
}

/** Its own card leads to a new request. */
const offersNew = (main: LoanRequest | undefined) =>
  !main || (main.type === 'loan' && (main.status === 4 || (main.status === 5 && !waitsForLoan(main))))

export default function Screen({ authStatus }: AuthScreenProps) {
  const { requests, mainRequest } = useServices()
  if (authStatus === 'no_auth') return <SignedOut />
  if (!requests) return <RequestsAwaited title="Рабочий стол" />
  const main = shownFirst(mainRequest, requests)
  return (
    <Page title="Рабочий стол" heading={null} aside={{ href: '/step16', text: 'Профиль' }}>
      <RequestsStale />
      <Part>{main ? <StatusCard request={main} /> : <NoRequest />}</Part>
      {requests.flatMap((request) =>
        request !== main && request.loan?.state === 'running'
          ? [
              <Part key={`${request._id} ${request.loan.dueDate}`}>
                <RunningLoan request={{ ...request, loan: request.loan }} above={amountOf(request)} />
              </Part>,
            ]
          : [],
      )}
      {!offersNew(main) && <NewRequest requests={requests} />}
      <Part>
        <OtherRequests requests={requests.filter((request) => request !== main && !waitsForLoan(request))} />
      </Part>
      <Calling />
      <Support />
      <Card title="Документы">
        <ListRow
          icon="documents"
          title="Документы и согласия"
          sub="Соглашения, тарифы, ответы на вопросы"
          href="/docs"
        />
      </Card>
    </Page>
  )
}

const amountOf = ({ terms }: LoanRequest) => terms && `Заём ${formatRoubles(kopecks(terms.amount))}`

/** Whatever is odd about one request, the rest of the desk stands. */
const Part = ({ children }: { children: ReactNode }) => <CrashBoundary place="desk">{children}</CrashBoundary>

function NoRequest() {
  return (
    <Card title="Заявок пока нет" main>
      <Scene of="empty" />
      <p>Выберите сумму и срок: цена видна сразу, решение зависит от анкеты.</p>
      <ButtonLink href="/step19">Подать заявку</ButtonLink>
    </Card>
  )
}

function SignedOut() {
  return (
    <Page title="Рабочий стол" heading={null}>
      <Empty
        icon="user"
        title="Войдите, чтобы увидеть свои заявки"
        action={<ButtonLink href="/step2">Войти</ButtonLink>}
      />
      <Support />
    </Page>
  )
}
