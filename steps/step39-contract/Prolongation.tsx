import { cancelProlongation, quoteProlongation, signProlongation } from '#contract/calls/prolongation.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { paymentLink } from '#contract/paymentLink.ts'
import type { LoanRequest } from '#contract/request.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { LoadFailed } from '#ui/feedback/LoadFailed.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { Lines } from '#ui/show/Facts.tsx'
import { SigningForm } from '#ui/signing/SigningForm.tsx'
import { useAct } from '#ui/useAct.ts'
import { useGo } from '#ui/useGo.ts'
import { useRead } from '#ui/useRead.ts'

const money = (amount: number) => formatRoubles(kopecks(amount))
const day = (date: string) => formatDate(date as IsoDate)

/** The agreement on a prolongation: sign it, pay the interest, in either order. */
export function Prolongation({ requestId, detail, reload }: RequestScreenProps) {
  const { call, refresh } = useServices()
  const go = useGo()
  const { request } = detail
  const { prolongation } = request
  const loanId = prolongation?.loanId

  // another version may bring another price
  const input = loanId ? { params: { id: loanId }, query: {} } : null
  const { data: quote, failure, again } = useRead(quoteProlongation, input, { watch: request.version })

  if (!quote && failure !== null)
    return <LoadFailed title="Продление займа" back="/step3" why={failure} again={again} />
  if (!prolongation || !quote) return <Placeholder />
  const { price } = quote
  return (
    <Page title="Продление займа" back="/step3">
      <Card
        main
        title={`Вернуть до ${day(prolongation.newDueDate)}`}
        above={`Подписать и оплатить до ${day(prolongation.until)}`}
      >
        {price && (
          <Lines
            lines={[
              {
                label: prolongation.paid ? 'Проценты оплачены' : 'Оплатить сейчас: проценты',
                value: money(price.payNow),
              },
              { label: `Вернуть ${day(price.newDueDate)}`, value: money(price.totalOnNewDate) },
              { label: 'ПСК с продлением', value: `${formatPercent(price.fullCostPercent)} годовых` },
            ]}
          />
        )}
        {!prolongation.paid && price && <Pay loanId={prolongation.loanId} amount={price.payNow} />}
      </Card>
      {prolongation.signed ? (
        <Notice title="Соглашение подписано">Осталось оплатить проценты: новый срок начнёт действовать сразу.</Notice>
      ) : (
        <>
          <SigningForm
            requestId={requestId}
            version={request.version}
            purpose="prolongation"
            about="Код из СМС — ваша подпись под соглашением о продлении. Платных услуг в нём нет."
            before={[]}
            action="Получить код и соглашение"
            sign={async ({ code, package: frozen, version, key }) => {
              await call(
                signProlongation,
                { params: { id: requestId }, body: { code, package: frozen, version } },
                { key },
              )
              await refresh()
              if (prolongation.paid) go('/step3', { replace: true })
              else await reload()
            }}
          />
          <GiveUp request={request} />
        </>
      )}
    </Page>
  )
}

/** Leads to the ways of paying; to the lender's own page where nobody takes payments here. */
function Pay({ loanId, amount }: { loanId: string; amount: number }) {
  const { lender } = useServices()
  const href = lender.vendors.paysInside
    ? `/step35?loan=${loanId}&pay=prolong&amount=${amount}`
    : paymentLink(lender.contacts.paymentPageLink, { loan: loanId })
  return <ButtonLink href={href}>Оплатить {money(amount)}</ButtonLink>
}

function GiveUp({ request }: { request: LoanRequest }) {
  const { call, refresh, showError } = useServices()
  const go = useGo()
  const { busy, act } = useAct(showError)
  const giveUp = () =>
    act(async (keyFor) => {
      const input = { params: { id: request._id }, body: { version: request.version } }
      await call(cancelProlongation, input, { key: keyFor(input) })
      await refresh()
      go('/step3', { replace: true })
    })
  return (
    <Button kind="quiet" busy={busy} onClick={() => void giveUp()}>
      Не продлевать
    </Button>
  )
}
