import { useLocation } from 'wouter'
import { approveRequest, refuseRequest, returnRequest } from '#contract/calls/office/outcomes.ts'
import { releaseRequest } from '#contract/calls/office/queue.ts'
import type { RefusalReason } from '#contract/review.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type KeyFor, useAct } from '#ui/useAct.ts'
import { makeCall } from '../calls.ts'
import type { ReviewDesk } from './useReview.ts'

/** How a review ends. Each outcome waits for the verdicts on their way, says what happened and goes back to the queue */
export function useOutcome(id: string, { review, settled, trouble, forget }: ReviewDesk) {
  const [, go] = useLocation()
  const { busy, act } = useAct(trouble)

  const run = (end: (version: number, keyFor: KeyFor) => Promise<string>, { ends = true } = {}) =>
    act(async (keyFor) => {
      await settled()
      const said = await end(review?.version ?? 0, keyFor)
      if (ends) forget()
      toast(said)
      go('/')
    })

  const name = shortened(review?.name ?? '')
  const params = { id }
  return {
    busy,
    approve: () =>
      run(async (version, keyFor) => {
        const key = keyFor('approve', version)
        const { needsSecond } = await makeCall(approveRequest, { params, body: { version } }, { key })
        return needsSecond ? `${name}: одобрено вами, теперь нужен второй сотрудник` : `${name}: проверка пройдена`
      }),
    sendBack: () =>
      run(async (version, keyFor) => {
        const key = keyFor('return', version, review?.items)
        await makeCall(returnRequest, { params, body: { version } }, { key })
        return `${name}: вернули клиенту на исправление`
      }),
    refuse: (reason: RefusalReason, comment: string) =>
      run(async (version, keyFor) => {
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
