import { dearestCases } from '#contract/lender/dearestCases.ts'
import { answerParent } from '#server/platform/worker-program.ts'
import type { CapsOrder } from './caps.ts'

await answerParent(async ({ priced, day }: CapsOrder) => ({
  answer: null,
  bytes: Buffer.from(JSON.stringify(dearestCases(priced, day))),
}))
