import { useState } from 'react'
import { type AppealKind, cabinetKinds } from '#contract/appeals.ts'
import { listAppeals } from '#contract/calls/appeals.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { RequestsAwaited } from '#ui/request/RequestsFailed.tsx'
import { type AuthScreenProps, useServices } from '#ui/services.ts'
import { useRead } from '#ui/useRead.ts'
import { Appeal } from './Appeal.tsx'
import { NewAppeal } from './NewAppeal.tsx'

const isKind = (text: string | null): text is AppealKind => cabinetKinds.some((kind) => kind === text)

/** What the borrower asked of the lender in so many words, and a form to ask more. */
export default function Screen({ authStatus }: AuthScreenProps) {
  const { requests } = useServices()
  const [query] = useState(() => new URLSearchParams(location.search))
  if (authStatus === 'no_auth') {
    return (
      <Page title="Обращения" heading={null}>
        <Empty icon="user" title="Войдите, чтобы написать нам" action={<ButtonLink href="/step2">Войти</ButtonLink>} />
      </Page>
    )
  }
  if (!requests) return <RequestsAwaited title="Обращения" back="/step3" />
  const kind = query.get('kind')
  const running = requests.flatMap(({ loan }) => (loan?.state === 'running' ? [loan.id] : []))
  const loan = running.find((id) => id === query.get('loan')) ?? running[0] ?? null
  return <Appeals loan={loan} wanted={isKind(kind) ? kind : null} />
}

const none: readonly File[] = []

function Appeals({ loan, wanted }: { loan: string | null; wanted: AppealKind | null }) {
  const { data, failure, again } = useRead(listAppeals, {})
  const [chosen, setChosen] = useState<{ readonly appeal: string; readonly files: readonly File[] } | null>(null)

  if (!data && failure !== null) return <LoadFailed title="Обращения" back="/step3" why={failure} again={again} />
  if (!data) return <Placeholder />
  return (
    <Page title="Обращения" back={loan ? `/step35?loan=${loan}` : '/step3'}>
      <NewAppeal
        loan={loan}
        wanted={wanted}
        onMade={async (appeal, files) => {
          setChosen({ appeal, files })
          await again()
        }}
      />
      {data.appeals.map((appeal) => (
        <Appeal
          key={appeal.id}
          appeal={appeal}
          files={chosen?.appeal === appeal.id ? chosen.files : none}
          again={again}
        />
      ))}
    </Page>
  )
}
