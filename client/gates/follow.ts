import { hear, isStale } from '../filling/detail.ts'
import { readDetail } from '../filling/readDetail.ts'
import { type CurrentAnswer, readCurrent } from './currentRequest.ts'
import { heldRequest } from './heldRequest.ts'
import { judge } from './sendToVerification.ts'

/** The page is on its way to the desk: whatever is answered now changes nothing */
let leaving = false
/** How many gates stand: an answer that comes when the person has gone elsewhere by themselves leads nowhere */
let standing = 0

/** A gate is on the page until what it returns is called */
export function stand(): () => void {
  standing += 1
  return () => {
    standing -= 1
  }
}

function obey(answer: CurrentAnswer, asked: string | null): void {
  // a request that was just made is known before the answer to an older question
  if (leaving || heldRequest.get() !== asked) return
  const verdict = judge(answer, asked)
  if (verdict.act === 'desk' && standing > 0) {
    leaving = true
    location.assign('/step3')
  }
  if (verdict.act === 'store') heldRequest.set(verdict.id)
}

/** Asks for the current request and does what the gate does with the answer; the request that is held is brought up to date */
export async function askCurrent(): Promise<void> {
  const asked = heldRequest.get()
  const answer = await readCurrent()
  if (answer.data) hear(answer.data._id, answer.data.version)
  obey(answer, asked)
  await catchUp()
}

/** Reads the request that is held anew, where a newer version of it was heard of than is known */
export async function catchUp(): Promise<void> {
  const held = heldRequest.get()
  if (leaving || !held || !isStale(held)) return
  const detail = await readDetail(held).catch(() => null)
  if (detail) obey({ status: 'correct', data: detail.request }, held)
}
