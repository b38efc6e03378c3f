import { Button } from '../actions/Button.tsx'
import { useLeft } from '../show/useLeft.ts'

type ResendButtonProps = {
  /** Epoch milliseconds from when another code may be asked for */
  resendAt: number
  busy: boolean
  onResend(): void
}

/** Asks for another code; counts down until it may */
export function ResendButton({ resendAt, busy, onResend }: ResendButtonProps) {
  const left = Math.ceil(useLeft(resendAt) / 1000)
  return (
    <Button kind="soft" aria-disabled={left > 0} busy={busy} onClick={() => left === 0 && onResend()}>
      {left > 0 ? `Новый код через ${left} с` : 'Отправить код ещё раз'}
    </Button>
  )
}
