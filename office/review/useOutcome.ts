import { useState } from 'react'
import { useLocation } from 'wouter'
import { approveRequest, refuseRequest, returnRequest } from '#contract/calls/office/outcomes.ts'
import { releaseRequest } from '#contract/calls/office/queue.ts'
import type { RefusalReason } from '#contract/review.ts'
import { toast } from '#ui/feedback/toast.ts'
import { makeCall } from '../calls.ts'
import { useOnceKey } from '../useOnceKey.ts'
import type { ReviewDesk } from './useReview.ts'

/** How a review ends. Each outcome waits for the verdicts on their way, says what happened and goes back to the queue */
export function useOutcome(id: string, { review, settled, trouble, forget }: ReviewDesk) {
  const [, go] = useLocation()
  const [busy, setBusy] = useState(false)
  const keyFor = useOnceKey()

  const run = async (act: (version: number) => Promise<string>, { ends = true } = {}): Promise<boolean> => {
    if (busy || !review) return false
    setBusy(true)
    try {
      await settled()
      const said = await act(review.version)
      if (ends) forget()
      toast(said)
      go('/')
      return true
    } catch (failure) {
      setBusy(false)
      trouble(failure)
      return false
    }
  }

  const name = shortened(review?.name ?? '')
  const params = { id }
  return {
    busy,
    approve: () =>
      run(async (version) => {
        const key = keyFor('approve', version)
        const { needsSecond } = await makeCall(approveRequest, { params, body: { version } }, { key })
        return needsSecond ? `${name}: одобрено вами, теперь нужен второй сотрудник` : `${name}: проверка пройдена`
      }),
    sendBack: () =>
      run(async (version) => {
        const key = keyFor('return', version, review?.items)
        await makeCall(returnRequest, { params, body: { version } }, { key })
        return `${name}: вернули клиенту на исправление`
      }),
    refuse: (reason: RefusalReason, comment: string) =>
      run(async (version) => {
        const body = { version, reason, ...(comment.trim() && { comment: comment.trim() }) }
        await makeCall(refuseRequest, { params, body }, { key: keyFor('refuse', body) })
        return `${name}: отказ`
      }),
    release: () =>
      run(
        async () => {
          await makeCall(releaseRequest, { params })
          return `${name}: снова в очереди, отметки сохранены`
        },
        { ends: false },
      ),
  }
}

/** «Иванова А. П.»: what is said after the request has left one's hands */
function shortened(name: string): string {
  const [surname = '', ...others] = name.split(' ')
  return [surname, ...others.map((part) => `${part.slice(0, 1)}.`)].join('\u00a0')
}

export type Outcome = ReturnType<typeof useOutcome>
