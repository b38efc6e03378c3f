import { CallError } from '../callError.ts'

/** What to tell a person whose one-time code was not sent or not taken; `otherwise` when the server did not answer. */
export function codeProblem(
  error: unknown,
  otherwise = 'Не получилось. Проверьте связь и попробуйте ещё раз.',
): string {
  if (!(error instanceof CallError)) return otherwise
  const seconds = error.details.retryAfter
  if (error.code !== 'too_often' || typeof seconds !== 'number') return error.message
  return seconds < 90
    ? `Новый код можно запросить через ${seconds} с`
    : `Попробуйте через ${Math.ceil(seconds / 60)} мин`
}
