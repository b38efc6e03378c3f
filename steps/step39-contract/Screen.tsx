import { getOffer, type OfferView, signOffer } from '#contract/calls/offer.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { SigningForm } from '#ui/signing/SigningForm.tsx'
import { useGo } from '#ui/useGo.ts'
import { useRead } from '#ui/useRead.ts'
import { IdentityGate } from './IdentityGate.tsx'
import { Prolongation } from './Prolongation.tsx'

export default function Screen(props: RequestScreenProps) {
  return props.detail.request.type === 'prolongate' ? <Prolongation {...props} /> : <Contract {...props} />
}

function Contract({ requestId, detail }: RequestScreenProps) {
  const { call, refresh } = useServices()
  const go = useGo()
  const { version: seen } = detail.request
  // another version of the request has other papers
  const { data: offer, failure } = useRead(getOffer, { params: { id: requestId } }, { watch: seen })
  const papers = offer?.documents.map(({ id, title }) => ({
    title,
    sub: 'Скачать PDF',
    href: `/service/requests/${requestId}/documents/${id}`,
  }))

  return (
    <Page title="Подпишите договор" back="/step38">
      {offer && <Price offer={offer} />}
      <IdentityGate requestId={requestId} />
      <SigningForm
        requestId={requestId}
        version={seen}
        purpose="contract"
        about="Одним кодом подписывается весь список. До этого договора нет; если условия изменятся, код перестанет действовать."
        before={papers ?? (failure === null ? null : [])}
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

const money = (amount: number) => formatRoubles(kopecks(amount))

/** What the code is put under: how much comes, how much goes back, by when. */
function Price({ offer }: { offer: OfferView }) {
  const by = formatDate(offer.dueDate as IsoDate)
  return (
    <Card>
      <Lines
        lines={[
          { label: 'Получите', value: money(offer.amount) },
          {
            label: offer.schedule.length === 1 ? `Вернёте ${by}` : `Вернёте всего до ${by}`,
            value: money(offer.totalToReturn),
          },
          { label: 'ПСК', value: `${formatPercent(offer.fullCostPercent)} годовых` },
        ]}
      />
    </Card>
  )
}
