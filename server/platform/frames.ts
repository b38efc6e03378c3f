/** One message between the server and a worker process: a head of JSON and bytes, each behind its length. */
export interface Frame {
  readonly head: unknown
  readonly body: Buffer
}

/** Bytes a message may have. */
export interface FrameLimits {
  readonly head: number
  readonly body: number
}

const lengths = 8

/** What stands before the bytes of a message. */
export function frameHead(head: unknown, bodyLength: number): Buffer {
  const json = Buffer.from(JSON.stringify(head))
  const start = Buffer.alloc(lengths)
  start.writeUInt32BE(json.length, 0)
  start.writeUInt32BE(bodyLength, 4)
  return Buffer.concat([start, json])
}

/** Messages as they come; ends with the stream, also in the middle of one. Throws for one that is larger than the limits or no JSON. */
export async function* readFrames(stream: AsyncIterable<Buffer>, most: FrameLimits): AsyncGenerator<Frame, undefined> {
  const take = takerOf(stream)
  for (;;) {
    const start = await take(lengths)
    if (!start) return
    const [headLength, bodyLength] = [start.readUInt32BE(0), start.readUInt32BE(4)]
    if (headLength > most.head || bodyLength > most.body) throw new Error('a message larger than its limit')
    const head = await take(headLength)
    const body = await take(bodyLength)
    if (!head || !body) return
    yield { head: JSON.parse(head.toString('utf8')), body }
  }
}

/** Takes so many bytes off a stream; null when it ends before. */
function takerOf(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (count: number): Promise<Buffer | null> => {
    const taken = Buffer.allocUnsafe(count)
    for (let filled = 0; filled < count; ) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) return null
        rest = next.value
      }
      const copied = rest.copy(taken, filled)
      filled += copied
      rest = rest.subarray(copied)
    }
    return taken
  }
}
