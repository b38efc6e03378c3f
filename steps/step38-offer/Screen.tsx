import { useState } from 'react'
import { declineOffer, getOffer, refuseLoan } from '#contract/calls/offer.ts'
import { deriveStatus } from '#contract/status.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { useAct } from '#ui/useAct.ts'
import { useGo } from '#ui/useGo.ts'
import { useRead } from '#ui/useRead.ts'
import { Assignment } from './Assignment.tsx'
import { CoolingOffDial } from './CoolingOffDial.tsx'
import { Offer } from './Offer.tsx'

type Ending = 'decline' | 'refuse'

const endings = {
  decline: {
    call: declineOffer,
    title: 'Отказаться от предложения?',
    text: 'Договор не будет заключён, вы ничего не должны. Это предложение больше не откроется.',
    action: 'Отказаться',
  },
  refuse: {
    call: refuseLoan,
    title: 'Отказаться от займа?',
    text: 'Договор прекратится сразу, деньги не уйдут, платить ничего не нужно.',
    action: 'Отказаться от займа',
  },
} as const

export default function Screen({ requestId, detail, reload }: RequestScreenProps) {
  const { call, refresh, showError } = useServices()
  const go = useGo()
  const [ending, setEnding] = useState<Ending | null>(null)
  const { request } = detail
  const coolingOff = deriveStatus(request).status === 'Cooldown'

  // another version may bring another offer
  const asked = { watch: request.version, refused: showError }
  const { data: offer, again } = useRead(getOffer, { params: { id: requestId } }, asked)
  const { busy, act } = useAct((failure) => {
    setEnding(null)
    showError(failure)
  })

  const end = (which: Ending) =>
    act(async (keyFor) => {
      const input = { params: { id: requestId }, body: { version: request.version } }
      await call(endings[which].call, input, { key: keyFor(which, input) })
      await refresh()
      go('/step3', { replace: true })
    })

  if (!offer) return <Placeholder />
  const dock = coolingOff ? (
    <Button kind="soft" onClick={() => setEnding('refuse')}>
      Отказаться от займа
    </Button>
  ) : (
    <>
      <ButtonLink href="/step39">Подписать кодом из СМС</ButtonLink>
      <Button kind="quiet" onClick={() => setEnding('decline')}>
        Отказаться
      </Button>
    </>
  )
  const words = ending && endings[ending]
  return (
    <Page title={coolingOff ? 'Договор подписан' : 'Ваши условия'} back="/step3" dock={dock}>
      {coolingOff && <CoolingOffDial request={request} />}
      <Offer offer={offer} requestId={requestId} signed={coolingOff} />
      {!coolingOff && (
        <Assignment
          requestId={requestId}
          version={request.version}
          offer={offer}
          onChosen={() => again().then(reload)}
        />
      )}
      <Dialog
        open={words !== null}
        title={words?.title ?? ''}
        onClose={() => setEnding(null)}
        actions={
          <>
            <Button kind="danger" busy={busy} onClick={() => ending && void end(ending)}>
              {words?.action}
            </Button>
            <Button kind="quiet" onClick={() => setEnding(null)}>
              Вернуться
            </Button>
          </>
        }
      >
        <p>{words?.text}</p>
      </Dialog>
    </Page>
  )
}
