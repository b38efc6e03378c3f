import { useLocation } from 'wouter'
import { takeNext } from '#contract/calls/office/queue.ts'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'

/** Takes the request that has waited longest and opens it */
export function useTakeNext(): [busy: boolean, take: () => void] {
  const [, go] = useLocation()
  const { busy, act } = useAct()
  const take = () =>
    void act(async () => {
      const { id } = await makeCall(takeNext, {})
      if (!id) return 'Очередь пуста'
      go(`/requests/${id}`)
      return undefined
    })
  return [busy, take]
}
