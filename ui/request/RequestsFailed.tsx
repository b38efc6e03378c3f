import { Button } from '../actions/Button.tsx'
import { LoadFailed } from '../feedback/LoadFailed.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Placeholder } from '../feedback/Placeholder.tsx'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'

/** Until the requests are known: the loading overlay, or why they cannot be read and what to do */
export function RequestsAwaited({ title, back }: { title: string; back?: string }) {
  const { requestsFailure, refresh, lender } = useServices()
  if (!requestsFailure) return <Placeholder />
  return <LoadFailed title={title} back={back} why={requestsFailure} again={refresh} phone={lender.contacts.phone} />
}

/** Over requests that were read once and could not be read anew: what stands there is what was known then */
export function RequestsStale() {
  const { requestsFailure, refresh } = useServices()
  if (!requestsFailure) return null
  return (
    <Notice tone="warn" title="Не получилось обновить заявки" live>
      <Stack>
        <p>{requestsFailure}</p>
        <p>Ниже — то, что мы знали до этого. Пробуем сами, каждые 20 секунд.</p>
        <Button small kind="soft" icon="refresh" onClick={() => void refresh()}>
          Повторить
        </Button>
      </Stack>
    </Notice>
  )
}
