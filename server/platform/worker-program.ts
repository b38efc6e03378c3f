import { Socket } from 'node:net'
import { frameHead, readFrames } from './frames.ts'

/** What a worker says of a question, and bytes with it. */
export interface Worked<Answer> {
  readonly answer: Answer
  readonly bytes?: Uint8Array
}

/** Where the server talks with the process it started. */
export const channelFd = 3

/** The server is ours and bounds what it sends. */
const unbounded = { head: 2 ** 32, body: 2 ** 32 }

/** The other side of `openWorkers`: answers every question of the server, one after the other, and ends with it. */
export async function answerParent<Question, Answer>(
  work: (question: Question, bytes: Buffer) => Promise<Worked<Answer>>,
): Promise<void> {
  const channel = new Socket({ fd: channelFd })
  channel.on('error', () => process.exit())
  channel.on('close', () => process.exit())
  for await (const { head, body } of readFrames(channel, unbounded)) {
    const { bytes = new Uint8Array(), ...said } = await work(head as Question, body).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
      bytes: undefined,
    }))
    channel.write(frameHead(said, bytes.length))
    channel.write(bytes)
  }
  process.exit()
}
