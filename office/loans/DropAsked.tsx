import { dropAsked } from '#contract/calls/office/book.ts'
import { Button } from '#ui/actions/Button.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'

type Props = {
  readonly asked: { readonly id: string; readonly mayConfirm: boolean }
  readonly said?: string
  onDone(): void
}

/** Who asked takes it back, another one declines: then something else may be asked for */
export function DropAsked({ asked, said = 'Отклонено, деньги остались где были', onDone }: Props) {
  const { busy, act } = useAct()
  const drop = () =>
    act(async () => {
      await makeCall(dropAsked, { params: { id: asked.id } })
      onDone()
      return asked.mayConfirm ? said : 'Просьба отозвана'
    })
  return (
    <Button small kind="quiet" wide={false} busy={busy} onClick={() => void drop()}>
      {asked.mayConfirm ? 'Отклонить' : 'Отозвать'}
    </Button>
  )
}
