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
