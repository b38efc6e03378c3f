import { useEffect, useState } from 'react'
import { getOffer, signOffer } from '#contract/calls/offer.ts'
import { Page } from '#ui/frame/Page.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { type Paper, SigningForm } from '#ui/signing/SigningForm.tsx'
import { Prolongation } from './Prolongation.tsx'

export default function Screen(props: RequestScreenProps) {
  return props.detail.request.type === 'prolongate' ? <Prolongation {...props} /> : <Contract {...props} />
}

function Contract({ requestId, detail }: RequestScreenProps) {
  const { call, go, refresh } = useServices()
  const [papers, setPapers] = useState<readonly Paper[] | null>(null)
  const { version: seen } = detail.request

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the request has other papers
  useEffect(() => {
    call(getOffer, { params: { id: requestId } })
      .then(({ documents }) =>
        documents.map(({ id, title }) => ({
          title,
          sub: 'Откроется рядом, PDF',
          href: `/service/requests/${requestId}/documents/${id}`,
        })),
      )
      .catch(() => [])
      .then(setPapers)
  }, [call, requestId, seen])

  return (
    <Page title="Подпишите договор" back="/step38">
      <SigningForm
        requestId={requestId}
        version={seen}
        purpose="contract"
        about="Одним кодом подписывается весь список. До этого договора нет; если условия изменятся, код перестанет действовать."
        before={papers}
        action="Получить код"
        sign={async ({ code, package: frozen, version, key }) => {
          await call(signOffer, { params: { id: requestId }, body: { code, package: frozen, version } }, { key })
          await refresh()
          go('/step3', { replace: true })
        }}
      />
    </Page>
  )
}
