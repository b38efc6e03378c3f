import { getRequest } from '#contract/calls/requests.ts'
import type { KeptStep, RequestDetail } from '#contract/request.ts'
import { setServerTime } from '#ui/shell/clock.ts'
import { makeCall } from '../calls.ts'
import { createStore } from '../store.ts'

/** The request being filled, as last read; kept from screen to screen, so that the next one is drawn at once */
export const detailStore = createStore<RequestDetail | null>(null)

/** Reads the whole request anew */
export async function readDetail(id: string): Promise<RequestDetail> {
  const detail = await makeCall(getRequest, { params: { id } })
  setServerTime(detail.serverTime)
  detailStore.set(detail)
  return detail
}

/** What a step published is known before the next full reading */
export function keepAccepted(step: KeptStep, facts: Readonly<Record<string, unknown>>): void {
  const detail = detailStore.get()
  if (!detail) return
  const others = detail.steps.filter(({ number }) => number !== step.number)
  detailStore.set({ ...detail, steps: [...others, step], facts: { ...detail.facts, ...facts } })
}

/** What is known of one step of the request, if it is the one read last */
export function keptStep(requestId: string, number: number): KeptStep | undefined {
  const detail = detailStore.get()
  return detail?.request._id === requestId ? detail.steps.find((step) => step.number === number) : undefined
}

/** A draft the server has taken is known at once: coming back to the step shows it, whatever was read before */
export function keepDrafted(requestId: string, number: number, patch: KeptStep['raw'], revision: number): void {
  const detail = detailStore.get()
  if (detail?.request._id !== requestId) return
  const before = detail.steps.find((step) => step.number === number)
  const step: KeptStep = {
    number,
    accepted: false,
    returned: false,
    remarks: [],
    ...before,
    raw: { ...before?.raw, ...patch },
    revision,
  }
  detailStore.set({ ...detail, steps: [...detail.steps.filter((other) => other.number !== number), step] })
}
