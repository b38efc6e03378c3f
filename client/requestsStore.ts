import type { LoanRequest } from '#contract/request.ts'
import type { Summary } from '#contract/summary.ts'
import { createStore } from './store.ts'

/** The last summary of the client's requests; null until the first answer */
export const requestsStore = createStore<Summary<LoanRequest> | null>(null)
