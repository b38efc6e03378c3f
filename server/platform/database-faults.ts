/** SQLSTATEs of a server that is going, gone, full or too slow, and what the system says of a line that is cut. */
const codes = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '55P03',
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What node-postgres says without a code. */
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Whether an error means «the database cannot be asked now», rather than a fault of the question. */
export function databaseIsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && (codes.has(code) || code.startsWith('08'))) || words.test(error.message)
}

/** node-postgres gave up waiting for an answer: the line may be dead without the system knowing it yet. */
export const nothingCame = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout'
