/** What a camera answers when it is asked for. */
export type Outcome =
  | 'picture'
  | 'sound'
  | 'silence'
  | 'black'
  | 'grey'
  | 'empty'
  | 'closed'
  | 'notAtOnce'
  | 'bySystem'
  | 'none'
  | 'busy'
  | 'aborted'
  | 'security'
  | 'type'
  | 'constrained'
  | 'notReady'
  | 'never'

/** Runs in the page before its own scripts: the camera answers with the outcomes in their order, the last one for ever. */
export function actCamera({ outcomes, cameras }: { outcomes: readonly Outcome[]; cameras: number }): void {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const refusals: Partial<Record<Outcome, readonly [string, string]>> = {
    closed: ['NotAllowedError', 'Permission dismissed'],
    notAtOnce: ['NotAllowedError', 'Permission denied'],
    bySystem: ['NotAllowedError', 'Permission denied by system'],
    none: ['NotFoundError', 'Requested device not found'],
    busy: ['NotReadableError', 'Could not start video source'],
    aborted: ['AbortError', 'Starting videoinput failed'],
    security: ['SecurityError', 'Not allowed here'],
    constrained: ['OverconstrainedError', 'width'],
    notReady: ['InvalidStateError', 'Document is not active'],
  }

  /** A canvas that goes on drawing, as a camera goes on looking. */
  function looking(what: 'picture' | 'black' | 'grey'): MediaStream {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 360
    const pen = canvas.getContext('2d')
    const paint = () => {
      if (!pen) return
      pen.fillStyle = what === 'black' ? '#000' : what === 'grey' ? '#999' : '#2a6f97'
      pen.fillRect(0, 0, 640, 360)
    }
    paint()
    setInterval(paint, 50)
    return canvas.captureStream(15)
  }

  function hearing(loud: boolean): MediaStream {
    const context = new AudioContext()
    const end = context.createMediaStreamDestination()
    const tone = context.createOscillator()
    const volume = context.createGain()
    volume.gain.value = loud ? 0.5 : 0
    tone.connect(volume).connect(end)
    tone.start()
    return end.stream
  }

  let asked = 0
  const { mediaDevices } = navigator
  mediaDevices.getUserMedia = async () => {
    const outcome = outcomes[Math.min(asked, outcomes.length - 1)] as Outcome
    asked += 1
    Object.assign(window, { asked })
    if (outcome === 'closed') await wait(300)
    if (outcome === 'never') return new Promise(() => undefined)
    if (outcome === 'type') throw new TypeError('getUserMedia needs a secure page')
    const [name, message] = refusals[outcome] ?? []
    if (name) throw new DOMException(message, name)
    if (outcome === 'sound' || outcome === 'silence') return hearing(outcome === 'sound')
    if (outcome === 'empty') return document.createElement('canvas').captureStream(0)
    return looking(outcome as 'picture' | 'black' | 'grey')
  }
  const devices = Array.from({ length: cameras }, (_, n) => ({
    kind: 'videoinput',
    deviceId: `camera ${n}`,
    label: '',
  }))
  mediaDevices.enumerateDevices = async () => devices as unknown as MediaDeviceInfo[]
}
