import { useState } from 'react'
import { answerOwnHandover } from '#contract/calls/handover.ts'
import { formatRoubles, type Kopecks } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { MatchNumber } from '#ui/capture/MatchNumber.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'

type CompareProps = {
  number: string
  /** Whole kopecks */
  amount: number | undefined
  onAnswered(): Promise<void>
}

/** Says what this phone will be used for, and has the number compared before anything else */
export function Compare({ number, amount, onAnswered }: CompareProps) {
  const { call, lender, showError } = useServices()
  const [agreed, setAgreed] = useState(false)

  const { busy, act } = useAct(() => showError())
  const say = (same: boolean) =>
    act(async () => {
      await call(answerOwnHandover, { body: { same } })
      setAgreed(same)
      await onAnswered()
    })

  return (
    <Page
      title="Продолжение на телефоне"
      dock={
        !agreed && (
          <>
            <Button busy={busy} onClick={() => void say(true)}>
              Число то же
            </Button>
            <Button kind="soft" busy={busy} onClick={() => void say(false)}>
              Число другое
            </Button>
          </>
        )
      }
    >
      <p>
        Вы снимете здесь документы для заявки{amount === undefined ? '' : ` на ${formatRoubles(amount as Kopecks)}`} в «
        {lender.brand.name}». Анкету с этого телефона не видно, и подписать с него ничего нельзя.
      </p>
      <Card title="На экране компьютера то же число?">
        <MatchNumber number={number} />
        {agreed && <p role="status">Хорошо. Теперь подтвердите на компьютере.</p>}
      </Card>
      <Notice tone="warn" title="Ссылку вам прислали?">
        Закройте эту страницу: так мошенники берут займы на чужое имя.
      </Notice>
    </Page>
  )
}
