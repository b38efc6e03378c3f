import type { Services } from '#ui/services.ts'
import { createStore } from './store.ts'

type Seen = Pick<Services, 'requests' | 'mainRequest' | 'requestsFailure'>

export const nothingSeen: Seen = { requests: null, mainRequest: null, requestsFailure: null }

/** The client's requests as the last reading that succeeded saw them: a failed one takes nothing away, it only says why */
export const requestsStore = createStore(nothingSeen)
