import { type OfficePayout, retryPayout } from '#contract/calls/office/payouts.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { makeCall } from '../calls.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'

type Props = { readonly payout: OfficePayout; readonly onDone: () => void }

/**
 * Goes on with a payout that waits for us; where there are two supervisors, one asks and the other confirms. The server asks the rail
 * first, so that one tap too many sends nothing twice
 */
export function RetryPayout({ payout: { id, state, retry: asked }, onDone }: Props) {
  const me = useStaff()
  const { busy, act } = useAct({ after: onDone })
  if (!hasRight(me, 'payouts.retry')) return null

  const retry = () =>
    act(async (keyFor) => {
      const { retry: waits } = await makeCall(retryPayout, { params: { id } }, { key: keyFor() })
      if (waits) return 'Нужен второй сотрудник: выплата пойдёт дальше, когда он подтвердит'
      return state === 'unfunded'
        ? 'Отправляем снова: состояние обновится через несколько секунд'
        : 'Спросили у банка ещё раз: состояние обновится через несколько секунд'
    })
  if (asked && !asked.mayConfirm) return <span>Ждёт подтверждения другого сотрудника</span>
  return (
    <Button small kind="soft" wide={false} busy={busy} onClick={() => void retry()}>
      {asked
        ? `Подтвердить: просит ${asked.askedBy}`
        : state === 'unfunded'
          ? 'Отправить снова'
          : 'Проверить и продолжить'}
    </Button>
  )
}
