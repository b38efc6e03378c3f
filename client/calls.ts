import { createCaller } from '#ui/shell/calls.ts'
import { checkAuth } from './auth.ts'

/** Makes one call of the contract. Rejects with CallError; `code` is `network` where no answer came */
export const makeCall = createCaller(() => void checkAuth(), ['confirm_again'])
