import { requestIdentity } from '#contract/calls/identity.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { IdentityWalk } from '#ui/request/IdentityNotice.tsx'
import { useServices } from '#ui/services.ts'
import { useRead } from '#ui/useRead.ts'

/** What the law asks for before the code: who is signing. Nothing where it does not, or where it is known */
export function IdentityGate({ requestId }: { requestId: string }) {
  const { lender } = useServices()
  const { data: answer } = useRead(requestIdentity, { params: { id: requestId } })
  if (!answer?.demanded || answer.state === 'open') return null
  if (answer.state === 'differs')
    return (
      <Notice tone="bad" title="Данные заявки не сходятся с подтверждёнными">
        <p>Подписать договор с ними нельзя. Позвоните нам: {formatPhone(lender.contacts.phone as Phone)}.</p>
      </Notice>
    )
  return (
    <Notice tone="warn" title="По закону перед подписанием нужно подтвердить личность">
      <p>Это займёт около двух минут. Предложение за это время не пропадёт.</p>
      <IdentityWalk requestId={requestId} offered={answer.offered} purpose="identify" step={39} />
    </Notice>
  )
}
