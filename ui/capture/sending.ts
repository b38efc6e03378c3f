import { Upload } from 'tus-js-client'
import { finishUpload } from '#contract/calls/evidence.ts'
import { CallError } from '../callError.ts'
import type { Services } from '../services.ts'
import { type KeptEvidence, markAnnounced } from './keptEvidence.ts'

export type SendingState =
  | { readonly is: 'sending'; readonly share: number }
  /** No connection just now: it goes on by itself. */
  | { readonly is: 'waiting'; readonly share: number }
  | { readonly is: 'checking' }
  | { readonly is: 'stored' }
  | { readonly is: 'refused'; readonly code: string; readonly message: string }

export interface Sending {
  readonly id: string
  state(): SendingState
  subscribe(listener: () => void): () => void
  /** Stops and has the server forget what it got. */
  drop(): void
}

const endpoint = '/service/uploads'
const chunkSize = 512 * 1024
// Never long: whoever comes out of a tunnel, or waited for our restart, stands and looks at it.
const pauses = [500, 1000, 2000, 4000, 5000, 5000]

const failedCode = (error: unknown): { code: string; message: string } | null => {
  const response = (error as { originalResponse?: { getBody(): string } | null }).originalResponse
  try {
    return (JSON.parse(response?.getBody() ?? '') as { error: { code: string; message: string } }).error
  } catch {
    return null
  }
}

/** Goes on while the person walks to other screens and back: one file is never sent twice at once */
const running = new Map<string, Sending>()

/** Sends a kept file by tus, over lost connections and reloads, until the server has checked it. */
export function send(kept: KeptEvidence, call: Services['call']): Sending {
  const known = running.get(kept.id)
  if (known) return known
  let state: SendingState = { is: 'sending', share: 0 }
  let over = false
  /** What is tried again after a pause, or at once when the network is back */
  let later: { readonly work: () => void; readonly timer: ReturnType<typeof setTimeout> } | null = null
  const listeners = new Set<() => void>()

  function set(next: SendingState): void {
    if (over) return
    state = next
    if (next.is === 'stored' || next.is === 'refused') leave()
    for (const listener of listeners) listener()
  }

  const shareNow = () => (state.is === 'sending' || state.is === 'waiting' ? state.share : 0)

  function wait(work: () => void, ms = 4000): void {
    set({ is: 'waiting', share: shareNow() })
    clearTimeout(later?.timer)
    later = { work, timer: setTimeout(goOn, ms) }
  }

  function goOn(): void {
    const waiting = later
    if (!waiting) return
    clearTimeout(waiting.timer)
    later = null
    waiting.work()
  }

  function leave(): void {
    clearTimeout(later?.timer)
    later = null
    window.removeEventListener('online', goOn)
    running.delete(kept.id)
  }

  async function finish(): Promise<void> {
    set({ is: 'checking' })
    try {
      await call(finishUpload, { params: { id: kept.id } })
      set({ is: 'stored' })
    } catch (error) {
      if (over) return
      const { status, code, message } = error instanceof CallError ? error : { status: 0, code: '', message: '' }
      if (code === 'upload_incomplete') upload.start()
      else if (status === 422 || status === 404 || status === 415) set({ is: 'refused', code, message })
      else wait(() => void finish())
    }
  }

  const upload = new Upload(kept.blob, {
    endpoint,
    // Announced before: asked for first, so that what the server already has is not sent again. When it knows nothing of it any more, it is
    // announced anew and begins from the start. A new one is not asked for: that would be an error in every console.
    ...(kept.announced && { uploadUrl: `${endpoint}/${kept.id}` }),
    onUploadUrlAvailable: () => void (over || kept.announced || markAnnounced(kept)),
    metadata: {
      id: kept.id,
      request: kept.requestId,
      step: String(kept.step),
      ...(kept.digitsId && { digits: kept.digitsId }),
    },
    chunkSize,
    retryDelays: pauses,
    storeFingerprintForResuming: false,
    removeFingerprintOnSuccess: true,
    onProgress: (sent, total) => set({ is: 'sending', share: total > 0 ? sent / total : 0 }),
    onSuccess: () => void finish(),
    onError: (error) => {
      const failed = failedCode(error)
      const status = (error as { originalResponse?: { getStatus(): number } | null }).originalResponse?.getStatus() ?? 0
      // `state_conflict`: all of it is there already, sent by another window or by a call whose answer was lost
      const arrived = failed?.code === 'state_conflict'
      const final = [400, 403, 404, 409, 413, 422].includes(status) && failed !== null && !arrived
      if (final) set({ is: 'refused', ...failed })
      else if (arrived) void finish()
      else wait(() => upload.start())
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0
      return status === 0 || status >= 500 || failedCode(error) === null
    },
  })
  window.addEventListener('online', goOn)
  upload.start()

  const sending: Sending = {
    id: kept.id,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    drop() {
      over = true
      leave()
      void upload.abort(true).catch(() => undefined)
    },
  }
  running.set(kept.id, sending)
  return sending
}
