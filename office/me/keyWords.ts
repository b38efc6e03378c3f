import { keyProblem } from '#ui/auth/keys.ts'
import { CallError } from '#ui/callError.ts'

const instead = 'Войдите с кодом из приложения.'

/** What to tell staff whose passkey was not given or not taken; no SMS lets them in */
export function staffKeyProblem(error: unknown): string {
  if (error instanceof CallError && error.code === 'passkey_wrong') return `Ключ не подошёл. ${instead}`
  return keyProblem(error, instead)
}
