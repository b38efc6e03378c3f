import { getRequest } from '#contract/calls/requests.ts'
import type { RequestDetail } from '#contract/request.ts'
import { makeCall } from '../calls.ts'
import { learn } from './detail.ts'

/** Reads the whole request anew */
export async function readDetail(id: string): Promise<RequestDetail> {
  const detail = await makeCall(getRequest, { params: { id } })
  learn(detail)
  return detail
}
