import { openTurns } from './turns.ts'
import { type Bytes, startWorker, type WorkerBounds, WorkerGone, type WorkerProcess } from './worker-starting.ts'

export { type Bytes, bytesOf, WorkerFailed, WorkerGone } from './worker-starting.ts'

export interface WorkerLimits extends WorkerBounds {
  /** Processes at once. */
  readonly atOnce: number
  /** Questions that wait for a process; one more is answered `unavailable`. */
  readonly waiting: number
  /** How many processes may end over one question. */
  readonly tries: number
}

/** What a program said, and the bytes it sent with it. */
interface Told<Answer> {
  readonly answer: Answer
  readonly bytes: Buffer
}

/** With nothing to do for so long, a process goes and gives back its memory. */
const idleMs = 15_000

/** A process that answered so many is replaced: what native libraries keep of memory goes with it. */
const answersEach = 200

const nothing: Bytes = { size: 0, chunks: () => [] }

/**
 * A program of ours (it calls `answerParent`) in processes of its own: started with the first question, gone when there are no more. No call waits for
 * its computing, its memory is given back, it knows no environment and so no secret, it is bounded, and what ends it ends nothing else. A process
 * has one question at a time. Throws WorkerGone when the process ended over it, WorkerFailed with the message of what the
 * program threw, and `unavailable` when too many wait.
 */
export function openWorkers<Question, Answer>(program: URL, limits: WorkerLimits) {
  const resting: WorkerProcess[] = []
  const inTurn = openTurns(limits.atOnce, limits.waiting)

  function rest(worker: WorkerProcess): void {
    if (worker.answered() >= answersEach) {
      worker.end()
      return
    }
    resting.push(worker)
    setTimeout(() => {
      if (worker.idleMs() >= idleMs) leaveRest(worker)
    }, idleMs + 10).unref()
  }

  function leaveRest(worker: WorkerProcess): void {
    const at = resting.indexOf(worker)
    if (at < 0) return
    resting.splice(at, 1)
    worker.end()
  }

  const askOnce = (question: Question, bytes: Bytes) =>
    inTurn(async () => {
      const worker = resting.pop() ?? startWorker(program, limits, leaveRest)
      try {
        return (await worker.ask(question, bytes)) as Told<Answer>
      } finally {
        if (worker.alive()) rest(worker)
      }
    })

  return async (question: Question, bytes: Bytes = nothing): Promise<Told<Answer>> => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await askOnce(question, bytes)
      } catch (error) {
        if (!(error instanceof WorkerGone) || tried >= limits.tries) throw error
      }
    }
  }
}
