import type { CameraTrouble } from '#contract/cameraTroubles.ts'

export interface CameraWish {
  /** The rear camera for documents, the front one for the person. */
  readonly facing: 'environment' | 'user'
  readonly sound?: boolean
  readonly deviceId?: string | undefined
}

export type CameraState =
  | { readonly is: 'off' }
  | { readonly is: 'asking' }
  | { readonly is: 'on'; readonly stream: MediaStream; readonly mirrored: boolean; readonly paused: boolean }
  | { readonly is: 'trouble'; readonly trouble: CameraTrouble }

const answerMs = 20_000
const busyPauses = [300, 800, 2000]
const atOnceMs = 200
const mutedMs = 1000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const nameOf = (error: unknown) => (error as { name?: string } | null)?.name ?? ''
const stop = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** What the browser says of a permission; `unknown` where it cannot be asked (Firefox, older Safari). */
async function permissionOf(name: 'camera' | 'microphone'): Promise<PermissionState | 'unknown'> {
  try {
    return (await navigator.permissions.query({ name: name as PermissionName })).state
  } catch {
    return 'unknown'
  }
}

/** Cameras there are; names only after the permission. */
export async function cameras(): Promise<readonly MediaDeviceInfo[]> {
  const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
  return all.filter(({ kind }) => kind === 'videoinput')
}

/** From the wished-for to anything: a camera that cannot do one thing is still a camera. iOS wants the width alone. */
function pictureChoices({ facing, deviceId }: CameraWish): readonly (MediaTrackConstraints | boolean)[] {
  const apple = /iP(hone|ad|od)/.test(navigator.userAgent)
  const size = apple ? { width: { ideal: 1920 } } : { width: { ideal: 1920 }, height: { ideal: 1080 } }
  const device = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: facing } }
  return [{ ...size, ...device }, { facingMode: { ideal: facing } }, true]
}

async function refused(error: unknown, took: number, device: 'camera' | 'microphone'): Promise<CameraTrouble> {
  if (/system/i.test(String((error as Error).message))) return 'blockedBySystem'
  const permission = await permissionOf(device)
  if (permission === 'denied') return 'blocked'
  return took < atOnceMs && permission === 'prompt' ? 'tapNeeded' : 'closed'
}

/** Asks once; answers the stream or the trouble. `InvalidStateError` and what is busy are tried again quietly. */
async function ask(
  constraints: MediaStreamConstraints,
  device: 'camera' | 'microphone',
): Promise<MediaStream | CameraTrouble | 'relax'> {
  for (let attempt = 0; ; attempt += 1) {
    const started = Date.now()
    try {
      const asked = navigator.mediaDevices.getUserMedia(constraints)
      const stream = await Promise.race([asked, pause(answerMs).then(() => null)])
      if (stream) return stream
      // An answer that comes too late must not keep the camera's light on.
      void asked.then(stop, () => undefined)
      return 'noAnswer'
    } catch (error) {
      const name = nameOf(error)
      if (name === 'NotAllowedError') return refused(error, Date.now() - started, device)
      if (name === 'SecurityError') return 'inApp'
      if (name === 'TypeError') return 'insecure'
      if (name === 'OverconstrainedError') return 'relax'
      if (name === 'NotFoundError') return device === 'camera' ? 'noCamera' : 'noMicrophone'
      const wait = busyPauses[attempt]
      if (wait === undefined) return 'busy'
      await (name === 'InvalidStateError' && document.hidden ? visible() : pause(wait))
    }
  }
}

const visible = () =>
  new Promise<void>((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

/** The one owner of camera and microphone: a second request while the first stream lives is the commonest cause of "busy". */
function createCamera() {
  let state: CameraState = { is: 'off' }
  let turn = 0
  let wish: CameraWish | null = null
  let held: MediaStream | null = null
  const listeners = new Set<() => void>()

  function set(next: CameraState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function release(): void {
    stop(held)
    held = null
  }

  async function picture(asked: CameraWish): Promise<MediaStream | CameraTrouble> {
    for (const video of pictureChoices(asked)) {
      const got = await ask({ video }, 'camera')
      if (got !== 'relax') return got
    }
    return 'noCamera'
  }

  async function withSound(stream: MediaStream): Promise<MediaStream | CameraTrouble> {
    const audio = { echoCancellation: false, noiseSuppression: true }
    const sound = await ask({ audio }, 'microphone')
    if (typeof sound === 'string') return sound === 'relax' ? 'noMicrophone' : sound
    for (const track of sound.getAudioTracks()) stream.addTrack(track)
    return stream
  }

  function watch(stream: MediaStream): void {
    const mine = () => held === stream
    for (const track of stream.getTracks()) {
      track.addEventListener('ended', () => {
        if (!mine()) return
        release()
        set({ is: 'trouble', trouble: 'lost' })
      })
    }
    const [video] = stream.getVideoTracks()
    // A call takes the camera away for a while and gives it back.
    video?.addEventListener('mute', () => {
      setTimeout(() => {
        if (mine() && video.muted && state.is === 'on') set({ ...state, paused: true })
      }, mutedMs)
    })
    video?.addEventListener('unmute', () => {
      if (mine() && state.is === 'on') set({ ...state, paused: false })
    })
  }

  async function open(next: CameraWish): Promise<void> {
    turn += 1
    const mine = turn
    wish = next
    release()
    if (!window.isSecureContext) return set({ is: 'trouble', trouble: 'insecure' })
    if (!navigator.mediaDevices?.getUserMedia) return set({ is: 'trouble', trouble: 'inApp' })
    set({ is: 'asking' })
    if ((await permissionOf('camera')) === 'denied') return set({ is: 'trouble', trouble: 'blocked' })
    const seen = await picture(next)
    const got = typeof seen === 'string' || !next.sound ? seen : await withSound(seen)
    if (typeof got === 'string' && typeof seen !== 'string') stop(seen)
    if (mine !== turn) {
      if (typeof got !== 'string') stop(got)
      return
    }
    if (typeof got === 'string') return set({ is: 'trouble', trouble: got })
    held = got
    watch(got)
    const { facingMode } = got.getVideoTracks()[0]?.getSettings() ?? {}
    set({ is: 'on', stream: got, mirrored: (facingMode ?? next.facing) === 'user', paused: false })
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open,
    /** The same once more, after a trouble. */
    again: () => (wish ? open(wish) : Promise.resolve()),
    /** The next camera of the device. */
    async other(): Promise<void> {
      if (!wish) return
      const all = await cameras()
      const current = held?.getVideoTracks()[0]?.getSettings().deviceId
      const at = all.findIndex(({ deviceId }) => deviceId === current)
      await open({ ...wish, deviceId: all[(at + 1) % Math.max(1, all.length)]?.deviceId })
    },
    /** A screen that sees no picture says so. */
    report(trouble: CameraTrouble): void {
      release()
      set({ is: 'trouble', trouble })
    },
    close(): void {
      turn += 1
      release()
      set({ is: 'off' })
    },
    /** Something was plugged in while there was no camera. */
    devicesChanged(): void {
      if (state.is === 'trouble' && (state.trouble === 'noCamera' || state.trouble === 'noMicrophone') && wish)
        void open(wish)
    },
  }
}

export const camera = createCamera()
