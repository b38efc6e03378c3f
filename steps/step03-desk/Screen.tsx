import type { LoanRequest } from '#contract/request.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { ListRow } from '#ui/show/ListRow.tsx'
import { Scene } from '#ui/show/Scene.tsx'
import { Calling } from './Calling.tsx'
import { OtherRequests } from './OtherRequests.tsx'
import { StatusCard } from './StatusCard.tsx'
import { Support } from './Support.tsx'

const waitsForLoan = (request: LoanRequest) => request.loan?.state === 'running'

/** What matters now: the list's first item, or the running loan when nothing is open. */
function mainOf(requests: readonly LoanRequest[]): LoanRequest | undefined {
  const [first] = requests
  if (first && (first.status === 4 || first.status === 5)) return requests.find(waitsForLoan) ?? first
  return first
}

export default function Screen({ authStatus }: AuthScreenProps) {
  const { requests } = useServices()
  if (authStatus === 'no_auth') return <SignedOut />
  if (!requests) return <Placeholder />
  const main = mainOf(requests)
  return (
    <Page title="Рабочий стол" heading={null} aside={{ href: '/step16', text: 'Профиль' }}>
      {main ? <StatusCard request={main} /> : <NoRequest />}
      <OtherRequests requests={requests.filter((request) => request !== main)} />
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
