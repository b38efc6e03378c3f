import { type ChildProcess, fork } from 'node:child_process'

/** With nothing to do for so long, the process goes and gives back its memory. */
const idleMs = 15_000

/** The helper ended before it answered, and the next one too. */
export class HelperGone extends Error {
  override name = 'HelperGone'
}

interface Asked<Question> {
  readonly id: number
  readonly question: Question
}

interface Answered<Answer> {
  readonly id: number
  readonly answer?: Answer
  readonly error?: string
}

interface Waiting<Question, Answer> {
  readonly question: Question
  /** One process has ended over it, or beside it. */
  again: boolean
  resolve(answer: Answer): void
  reject(error: Error): void
}

/**
 * A program of ours in a process of its own (it calls `answerParent`): started with the first question, gone when there are no more. No
 * call waits for its computing, its memory is given back, it is given no secret, and what ends it ends nothing else. What it
 * throws arrives as an Error with the same message. When it ends, the next one is asked; HelperGone when that ends too.
 */
export function openHelper<Question, Answer>(program: URL): (question: Question) => Promise<Answer> {
  const waiting = new Map<number, Waiting<Question, Answer>>()
  let helper: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function ask(id: number, { question }: Waiting<Question, Answer>): void {
    clearTimeout(idle)
    helper ??= start()
    helper.channel?.ref()
    helper.send({ id, question } satisfies Asked<Question>)
  }

  function gone(stopped: ChildProcess, reason: string): void {
    if (helper !== stopped) return
    helper = undefined
    for (const [id, asked] of [...waiting]) {
      if (asked.again) {
        waiting.delete(id)
        asked.reject(new HelperGone(reason))
      } else {
        asked.again = true
        ask(id, asked)
      }
    }
  }

  function rest(started: ChildProcess): void {
    started.channel?.unref()
    idle = setTimeout(() => {
      if (helper === started) helper = undefined
      started.disconnect()
    }, idleMs).unref()
  }

  function start(): ChildProcess {
    const started = fork(program, { serialization: 'advanced', execArgv: ['--max-semi-space-size=4'], env: {} })
    started.unref()
    started.on('message', ({ id, answer, error }: Answered<Answer>) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) rest(started)
      if (error === undefined) asked?.resolve(answer as Answer)
      else asked?.reject(new Error(error))
    })
    started.on('error', (error) => gone(started, String(error)))
    started.on('exit', (code, signal) => gone(started, `it ended with ${code ?? signal}`))
    return started
  }

  return (question) =>
    new Promise<Answer>((resolve, reject) => {
      const asked = { question, again: false, resolve, reject }
      last += 1
      waiting.set(last, asked)
      ask(last, asked)
    })
}

/** The other side of `openHelper`: answers every question of the process that started this one. */
export function answerParent<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  process.on('message', async ({ id, question }: Asked<Question>) => {
    const answered = await work(question).then(
      (answer): Answered<Answer> => ({ id, answer }),
      (error: unknown): Answered<Answer> => ({ id, error: error instanceof Error ? error.message : String(error) }),
    )
    process.send?.(answered)
  })
}
