import { type RefusedRefund, refusedRefunds, retryRefund } from '#contract/calls/office/payments.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { makeCall } from '../calls.ts'
import { sumText } from '../loans/words.ts'
import { useMoments } from '../moments.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'

/** Refunds that were ordered and that the provider did not take: nothing happens to them until somebody says so */
export function RefusedRefunds() {
  const { data, mutate } = useRead(refusedRefunds, {}, { every: 30_000 })
  return data?.items.map((refund) => <Refused key={refund.id} refund={refund} again={() => void mutate()} />)
}

function Refused({ refund, again }: { readonly refund: RefusedRefund; again(): void }) {
  const moment = useMoments()
  const me = useStaff()
  const { busy, act } = useAct()
  const retry = () =>
    act(async () => {
      await makeCall(retryRefund, { params: { id: refund.id } })
      again()
      return 'Касса спрошена ещё раз'
    })
  return (
    <Notice tone="bad" title={`Касса не приняла возврат ${sumText(refund.amount)}`}>
      <p>
        Поручен {moment(refund.orderedAt)}, платёж {refund.payment}.{' '}
        {refund.trouble && `Касса пишет: ${refund.trouble}`}
      </p>
      {hasRight(me, 'money.manage') && (
        <Button small kind="soft" wide={false} busy={busy} onClick={() => void retry()}>
          Попросить ещё раз
        </Button>
      )}
    </Notice>
  )
}
