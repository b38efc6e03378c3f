import { errorSentence, errorText, readError } from '#contract/errors.ts'
import type { RequestsAnswer } from '#contract/summary.ts'

/**
 * A row of the error catalogue as the person meets it: Russian, and about them. What exactly came (the validator's words, the
 * exception's) is in the report.
 */
export function requestsFailure(answer: RequestsAnswer): string {
  if ('exception' in answer) return 'Нет связи с сервером: проверьте интернет.'
  const error = readError(answer.body)
  const said = error && errorSentence(error)
  if (said) return said
  if (answer.httpStatus === 429) return errorText('too_often')
  if (answer.httpStatus >= 500) return errorText('unavailable')
  if (error || answer.httpStatus !== 200) return 'Сервер не отдал список заявок. Попробуйте ещё раз чуть позже.'
  return 'Сервер прислал список заявок не целиком. Попробуйте ещё раз.'
}
