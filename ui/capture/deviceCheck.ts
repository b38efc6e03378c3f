import { measureSpeed } from '#contract/calls/evidence.ts'
import type { CameraTrouble } from '#contract/cameraTroubles.ts'
import type { Services } from '../services.ts'
import { camera } from './camera.ts'
import { findRecorder } from './recorder.ts'
import { listen } from './sound.ts'

export type Verdict = 'good' | 'bad' | 'unknown'

export interface DeviceReport {
  readonly camera: Verdict
  readonly microphone: Verdict
  readonly recording: Verdict
  /** Kilobits a second to the server. */
  readonly speed?: number
  readonly trouble?: CameraTrouble
}

const speedBytes = 64 * 1024
const soundMs = 700

/** How fast bytes leave this device: a small body the server throws away. */
async function uploadSpeed(call: Services['call']): Promise<number | undefined> {
  const started = performance.now()
  try {
    await call(measureSpeed, { body: { filler: 'x'.repeat(speedBytes) } })
    return Math.round((speedBytes * 8) / Math.max(1, performance.now() - started))
  } catch {
    return undefined
  }
}

async function hears(stream: MediaStream): Promise<boolean> {
  let loudest = 0
  const stop = listen(stream, (level) => {
    loudest = Math.max(loudest, level)
  })
  await new Promise((resolve) => setTimeout(resolve, soundMs))
  stop()
  return loudest > 0
}

/** Tries camera, microphone, a short recording and the connection, inside the tap of a button. */
export async function checkDevice(call: Services['call']): Promise<DeviceReport> {
  const speed = uploadSpeed(call)
  await camera.open({ facing: 'user', sound: true })
  const state = camera.state()
  const measured = await speed
  const link = measured === undefined ? {} : { speed: measured }
  if (state.is !== 'on') {
    const trouble = state.is === 'trouble' ? { trouble: state.trouble } : {}
    return { camera: 'bad', microphone: 'unknown', recording: 'unknown', ...link, ...trouble }
  }
  const [sound, recorder] = [await hears(state.stream), await findRecorder(state.stream)]
  return {
    camera: 'good',
    microphone: sound ? 'good' : 'bad',
    recording: recorder ? 'good' : 'bad',
    ...link,
  }
}
