import { setTimeout as sleep } from 'node:timers/promises'
import { answerParent } from '#server/platform/helper.ts'

/** For the test of helpers: what is asked of it, it does. */
answerParent(async (question: { say?: Uint8Array; after?: number; wrong?: string; end?: 'SIGKILL' }) => {
  if (question.after) await sleep(question.after)
  if (question.end) process.kill(process.pid, question.end)
  if (question.wrong) throw new Error(question.wrong)
  return { said: question.say, pid: process.pid, environment: Object.keys(process.env) }
})
