import { useState } from 'react'
import { useLocation } from 'wouter'
import { takeNext } from '#contract/calls/office/queue.ts'
import { CallError } from '#ui/callError.ts'
import { toast } from '#ui/feedback/toast.ts'
import { makeCall } from '../calls.ts'

/** Takes the request that has waited longest and opens it */
export function useTakeNext(): [busy: boolean, take: () => void] {
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    if (busy) return
    setBusy(true)
    try {
      const { id } = await makeCall(takeNext, {})
      if (id) go(`/requests/${id}`)
      else toast('Очередь пуста')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message)
    } finally {
      setBusy(false)
    }
  }
  return [busy, () => void take()]
}
