import { answerParent } from '#server/platform/worker-program.ts'
import { type Expected, readAnswer } from './answer.ts'

/**
 * The program of the worker process that reads what bureaus signed: strangers' bytes, apart from everything of ours. What it read goes back as bytes: an answer of
 * thousands of lines is larger than the head of a message may be.
 */
await answerParent<Expected, string>(async (expected, xml) => {
  const read = readAnswer(xml, expected)
  return { answer: read.is, bytes: Buffer.from(JSON.stringify(read)) }
})
