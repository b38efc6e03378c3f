import { useEffect, useRef, useState } from 'react'
import { declineOffer, getOffer, type OfferView, refuseLoan } from '#contract/calls/offer.ts'
import { deriveStatus } from '#contract/status.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { type RequestScreenProps, useServices } from '#ui/services.ts'
import { useGo } from '#ui/useGo.ts'
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
  const { call, newKey, refresh, showError } = useServices()
  const go = useGo()
  const [offer, setOffer] = useState<OfferView | null>(null)
  const [ending, setEnding] = useState<Ending | null>(null)
  const [busy, setBusy] = useState(false)
  const key = useRef(newKey())
  const { request } = detail
  const coolingOff = deriveStatus(request).status === 'Cooldown'

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may bring another offer
  useEffect(() => {
    let gone = false
    call(getOffer, { params: { id: requestId } })
      .then((found) => gone || setOffer(found))
      .catch((error: unknown) => gone || showError(error))
    return () => {
      gone = true
    }
  }, [call, requestId, request.version, showError])

  async function again() {
    setOffer(await call(getOffer, { params: { id: requestId } }))
    await reload()
  }

  async function end(which: Ending) {
    setBusy(true)
    try {
      const input = { params: { id: requestId }, body: { version: request.version } }
      await call(endings[which].call, input, { key: key.current })
      await refresh()
      go('/step3', { replace: true })
    } catch (error) {
      setEnding(null)
      showError(error)
    } finally {
      setBusy(false)
    }
  }

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
      {!coolingOff && <Assignment requestId={requestId} version={request.version} offer={offer} onChosen={again} />}
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
