import { useCallback, useEffect, useRef, useState } from 'react'
import { acceptStep } from '#contract/calls/requests.ts'
import { nextStep } from '#contract/flow.ts'
import type { StepDefinition } from '#contract/step.ts'
import { CallError } from '../callError.ts'
import { type RequestScreenProps, useServices } from '../services.ts'
import { useAct } from '../useAct.ts'
import { dropEvidence, type KeptEvidence, keepEvidence, readEvidence } from './keptEvidence.ts'
import { type Sending, type SendingState, send } from './sending.ts'

export type EvidenceRequest = Pick<RequestScreenProps, 'requestId' | 'detail' | 'needed' | 'goOn'>

type Given = Pick<KeptEvidence, 'blob' | 'answers' | 'digitsId'>

/**
 * One photo or video of a step: onto the device, to the server, accepted. What was kept before a reload is taken up
 * again; `accepted` is the id of what the server already has for this step.
 */
export function useEvidence(
  { number: step, media }: StepDefinition,
  { requestId, detail, needed, goOn }: EvidenceRequest,
) {
  const { call, newKey, showError } = useServices()
  const [kept, setKept] = useState<KeptEvidence | null>(null)
  const [onDevice, setOnDevice] = useState(false)
  const [state, setState] = useState<SendingState>({ is: 'sending', share: 0 })
  const [known, setKnown] = useState(false)
  const { busy: accepting, act } = useAct((error) => {
    if (!(error instanceof CallError)) throw error
    showError(error.issues[0]?.message ?? error)
  })
  const sending = useRef<Sending | null>(null)
  const mine = detail.steps.find(({ number }) => number === step)
  const answer = media?.answer ?? ''
  const file = mine?.raw[answer]
  const accepted = mine?.accepted && typeof file === 'string' ? file : null

  const begin = useCallback(
    (item: KeptEvidence) => {
      setKept(item)
      const started = send(item, call)
      sending.current = started
      setState(started.state())
      started.subscribe(() => setState(started.state()))
    },
    [call],
  )

  useEffect(() => {
    let here = true
    void readEvidence(requestId, step).then((found) => {
      if (!here) return
      if (found && !sending.current) {
        setOnDevice(true)
        begin(found)
      }
      setKnown(true)
    })
    return () => {
      here = false
    }
  }, [requestId, step, begin])

  // Accepted with the other answers of a form: the server has it, this device need not keep it.
  const mineAccepted = kept !== null && kept.id === accepted
  useEffect(() => {
    if (mineAccepted) void dropEvidence(requestId, step)
  }, [mineAccepted, requestId, step])

  async function take(given: Given): Promise<void> {
    sending.current?.drop()
    const item: KeptEvidence = { id: newKey(), requestId, step, ...given }
    setOnDevice(await keepEvidence(item))
    begin(item)
  }

  async function again(): Promise<void> {
    sending.current?.drop()
    sending.current = null
    setKept(null)
    await dropEvidence(requestId, step)
  }

  const following = () => {
    const numbers = needed.map(({ number }) => number)
    return nextStep(step, numbers, detail.steps)
  }

  /** Waits until the server has the file, then accepts the step. */
  const accept = () =>
    act(async () => {
      if (!kept) return goOn(following())
      if (!(await stored(sending.current))) return
      const raw = { ...kept.answers, [answer]: kept.id }
      const { next } = await acceptedBy(raw, mine?.revision ?? 0)
      await dropEvidence(requestId, step)
      await goOn(next)
    })

  async function acceptedBy(raw: Record<string, unknown>, revision: number) {
    const put = (on: number) =>
      call(acceptStep, { params: { id: requestId, step: String(step) }, body: { revision: on, raw } })
    try {
      return await put(revision)
    } catch (error) {
      // Taken in another window too: the newest photo counts.
      if (!(error instanceof CallError) || error.code !== 'version_conflict') throw error
      return put(Number(error.details.revision))
    }
  }

  return { kept, onDevice, state, known, accepted, accepting, take, again, accept, remarks: mine?.remarks ?? [] }
}

/** True once stored, false when refused. */
function stored(sending: Sending | null): Promise<boolean> {
  if (!sending) return Promise.resolve(false)
  return new Promise((resolve) => {
    const look = () => {
      const { is } = sending.state()
      if (is !== 'stored' && is !== 'refused') return
      stop()
      resolve(is === 'stored')
    }
    const stop = sending.subscribe(look)
    look()
  })
}
