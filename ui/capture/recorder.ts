/** What recorders claim to write, the most widely played first (WebKit says it can do WebM and cannot). */
const candidates = ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']
const bitsPerSecond = 1_000_000
const sliceMs = 1000
/** Slow phones give nothing in the first: asked again for longer */
const probesMs = [250, 1500]
const smallest = 200

export interface Recording {
  /** Ends it; null: nothing was recorded. */
  stop(): Promise<Blob | null>
}

/** Records a moment: some recorders start without an error and give nothing. */
async function works(stream: MediaStream, type: string, probeMs: number): Promise<boolean> {
  try {
    const probe = begin(stream, type)
    await new Promise((resolve) => setTimeout(resolve, probeMs))
    const blob = await probe.stop()
    return blob !== null && blob.size >= smallest
  } catch {
    return false
  }
}

function begin(stream: MediaStream, mimeType: string): Recording {
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: bitsPerSecond })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) parts.push(data)
  }
  recorder.start(sliceMs)
  return {
    stop: () =>
      new Promise((resolve) => {
        const done = () => resolve(parts.length > 0 ? new Blob(parts, { type: recorder.mimeType || mimeType }) : null)
        if (recorder.state === 'inactive') return done()
        recorder.onstop = done
        recorder.stop()
      }),
  }
}

/** A kind this browser really records, found by trying. Null: none; the system's camera is left. */
export async function findRecorder(stream: MediaStream): Promise<(() => Recording) | null> {
  if (typeof MediaRecorder === 'undefined') return null
  const claimed = candidates.filter((candidate) => MediaRecorder.isTypeSupported(candidate))
  for (const probeMs of probesMs)
    for (const type of claimed) if (await works(stream, type, probeMs)) return () => begin(stream, type)
  return null
}
