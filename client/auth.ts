import { setServerTime } from '#ui/shell/clock.ts'
import { logError } from '#ui/shell/log.ts'
import { inTime } from './inTime.ts'
import { hideOverlay } from './shell/overlay.ts'
import { createStore } from './store.ts'

/** `unknown` until the first answer */
export type AuthState = 'unknown' | 'ok_auth' | 'no_auth' | 'error'

export const authStore = createStore<AuthState>('unknown')

/** When the session ends if nothing more happens, by this device's clock (epoch ms); null: not known */
export const sessionEndStore = createStore<number | null>(null)

let asking: Promise<AuthState> | null = null

/** Asks whether this browser is signed in: 200 yes, 401 no, anything else is an error. One question at a time */
export function checkAuth(): Promise<AuthState> {
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

/**
 * The page asks while the scripts are still on their way (`index.html`): the first question is that one. Once drawn it also touches
 * the device's storage, whose first use waits for another process.
 */
function askedByPage(): Promise<Response | null> | undefined {
  const page = globalThis as { authAsked?: Promise<Response | null> | undefined }
  const asked = page.authAsked
  page.authAsked = undefined
  return asked
}

async function ask(): Promise<AuthState> {
  const state = await read()
  authStore.set(state)
  return state
}

async function read(): Promise<AuthState> {
  try {
    const { answer, body } = await inTime(async (signal) => {
      const answer =
        (await askedByPage()) ??
        (await fetch('/authenticated', { credentials: 'same-origin', cache: 'no-store', signal }))
      return { answer, body: answer.status === 200 ? await answer.json().catch(() => null) : null }
    })
    setServerTime(answer.headers.get('date'))
    if (answer.status === 200) {
      const left = (body as { endsInSeconds?: unknown } | null)?.endsInSeconds
      sessionEndStore.set(typeof left === 'number' ? Date.now() + left * 1000 : null)
      return 'ok_auth'
    }
    sessionEndStore.set(null)
    if (answer.status === 401) return 'no_auth'
    logError('authenticated', new Error(`authenticated answered ${answer.status}`), { httpStatus: answer.status })
    return 'error'
  } catch (exception) {
    logError('authenticated', exception)
    hideOverlay()
    return 'error'
  }
}
