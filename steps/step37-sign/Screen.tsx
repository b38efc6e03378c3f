import { sendRequest } from '#contract/calls/requests.ts'
import { Page } from '#ui/frame/Page.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { SigningForm } from '#ui/signing/SigningForm.tsx'

export default function Screen({ requestId, detail }: RequestScreenProps) {
  const { call, go, refresh } = useServices()
  return (
    <Page title="Подпишите заявку" back="/step36">
      <SigningForm
        requestId={requestId}
        version={detail.request.version}
        purpose="application"
        about="Код из СМС — ваша подпись под заявкой и согласиями. Это ещё не договор займа: условия вы увидите и подпишете отдельно."
        action="Получить код"
        sign={async ({ code, package: frozen, version, key }) => {
          await call(sendRequest, { params: { id: requestId }, body: { code, package: frozen, version } }, { key })
          await refresh()
          go('/step3', { replace: true })
        }}
      />
    </Page>
  )
}
