import { confirmSession, sendConfirmationCode } from '#contract/calls/confirmation.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { CodeExchange } from './CodeExchange.tsx'
import { sentAt } from './codeProblem.ts'

type ConfirmationDialogProps = {
  open: boolean
  /** What is about to change, in words: the reason for one more code */
  why: string
  onClose(): void
  onConfirmed(): void
}

/** One more code from the SMS before something that moves money or opens a way in */
export function ConfirmationDialog({ open, why, onClose, onConfirmed }: ConfirmationDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Подтвердите, что это вы">
      <Confirmation why={why} onConfirmed={onConfirmed} />
    </Dialog>
  )
}

function Confirmation({ why, onConfirmed }: Pick<ConfirmationDialogProps, 'why' | 'onConfirmed'>) {
  const { call } = useServices()
  return (
    <Stack>
      <p>{why}</p>
      <CodeExchange
        to="own"
        primary
        button="Получить код"
        label="Код из СМС"
        hint="Отправили на ваш номер. Никому его не говорите, даже нашим сотрудникам"
        send={async () => sentAt(Date.now(), await call(sendConfirmationCode, {}))}
        enter={async (code) => {
          await call(confirmSession, { body: { code } })
          onConfirmed()
        }}
      />
    </Stack>
  )
}
