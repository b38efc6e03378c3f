import type { LoanView } from '#contract/calls/loans.ts'
import type { IsoDate } from '#contract/dates.ts'
import { transferPurpose, transferRequisites } from '#contract/transfer.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Soft, Stack } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'

/** How to pay from any bank, without the payment page. Nothing where the lender has no account for it. */
export function Transfer({ loan }: { loan: LoanView }) {
  const { lender, toast } = useServices()
  const requisites = transferRequisites(lender)
  if (requisites.length === 0) return null
  const purpose = transferPurpose({ number: loan.contract, day: loan.contractDate as IsoDate })

  async function copy(): Promise<void> {
    const done = await navigator.clipboard?.writeText(purpose).then(
      () => true,
      () => false,
    )
    toast(done ? 'Назначение скопировано' : 'Не получилось: выделите и скопируйте назначение сами')
  }

  return (
    <Details title="Заплатить переводом из банка">
      <Stack gap="small">
        <Lines lines={requisites} />
        <p>Назначение платежа: {purpose}</p>
        <Button kind="soft" onClick={() => void copy()}>
          Скопировать назначение
        </Button>
        <Soft>
          По номеру договора перевод найдёт ваш заём. Платёж считается сделанным в день, когда вы его отправили. Банк
          может взять комиссию: на странице оплаты её нет.
        </Soft>
      </Stack>
    </Details>
  )
}
