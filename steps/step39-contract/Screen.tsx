import { signOffer } from '#contract/calls/offer.ts'
import { Page } from '#ui/frame/Page.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { SigningForm } from '#ui/signing/SigningForm.tsx'
import { Prolongation } from './Prolongation.tsx'

export default function Screen(props: RequestScreenProps) {
  return props.detail.request.type === 'prolongate' ? <Prolongation {...props} /> : <Contract {...props} />
}

function Contract({ requestId, detail }: RequestScreenProps) {
  const { call, go, refresh } = useServices()
  return (
    <Page title="Подпишите договор" back="/step38">
      <SigningForm
        requestId={requestId}
        version={detail.request.version}
        purpose="contract"
        about="Одним кодом подписывается весь список ниже. До этого договора нет; если условия изменятся, код перестанет действовать."
        action="Получить код и список документов"
        sign={async ({ code, package: frozen, version, key }) => {
          await call(signOffer, { params: { id: requestId }, body: { code, package: frozen, version } }, { key })
          await refresh()
          go('/step3', { replace: true })
        }}
      />
    </Page>
  )
}
