import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { parserOf, toSend } from './database-values.ts'
import { openPreparing } from './preparing.ts'

type Told = Awaited<ReturnType<PGlite['execProtocolStream']>>

interface Answer {
  readonly command: string
  readonly rowCount: number
  readonly rows: Record<string, unknown>[]
}

const { serialize } = protocol

const none: Answer = { command: '', rowCount: 0, rows: [] }

/** After a question is bound: what its columns are, all its rows, and ready for the next. */
const andAnswer = Buffer.concat([serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync()])

/** The answers to the statements of one message, a statement each. */
function* answers(told: Told): Generator<Answer> {
  let columns: { name: string; parse: (text: string) => unknown }[] = []
  let rows: Record<string, unknown>[] = []
  for (const message of told) {
    if (message instanceof messages.RowDescriptionMessage)
      columns = message.fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID, 'text') }))
    else if (message instanceof messages.DataRowMessage) {
      const row: Record<string, unknown> = {}
      for (const [n, { name, parse }] of columns.entries()) {
        const text = message.fields[n] ?? null
        row[name] = text === null ? null : parse(text)
      }
      rows.push(row)
    } else if (message instanceof messages.CommandCompleteMessage) {
      const words = message.text.split(' ')
      yield { command: words[0] ?? '', rowCount: Number(words.at(-1)) || 0, rows }
      rows = []
      columns = []
    }
  }
}

const answerOf = (told: Told): Answer => answers(told).next().value ?? none

/**
 * The one session of the embedded database, spoken to as node-postgres speaks to a server: a question is one message there and one back, and one
 * asked often is prepared. PGlite's own `query` takes six for each, and has every question planned anew.
 */
export function openSession(lite: PGlite) {
  const nameOf = openPreparing()
  const prepared = new Set<string>()

  // Written through to the folder by the database itself: there is nothing to carry there afterwards.
  const say = (...parts: Uint8Array[]): Promise<Told> =>
    lite.runExclusive(() => lite.execProtocolStream(Buffer.concat(parts), { syncToFs: false }))

  async function query(text: string, values: readonly unknown[] = [], given?: string): Promise<Answer> {
    if (values.length === 0) return answerOf(await say(serialize.query(text)))
    const name = given ?? nameOf(text)
    const bound = serialize.bind({ ...(name && { statement: name }), values: values.map((value) => toSend(value)) })
    if (name && prepared.has(name)) return answerOf(await say(bound, andAnswer))
    // Prepared by a question that failed then, the name is taken.
    const opened = name
      ? [serialize.close({ type: 'S', name }), serialize.parse({ name, text })]
      : [serialize.parse({ text })]
    const told = await say(...opened, bound, andAnswer)
    if (name) prepared.add(name)
    return answerOf(told)
  }

  /** Alone with the session until it is given back: PGlite has one, and so have its own users (listening, the upkeep). */
  const connect = () =>
    new Promise<{ query: typeof query; release(): void }>((resolve, reject) => {
      lite._runExclusiveTransaction(() => new Promise<void>((release) => resolve({ query, release }))).catch(reject)
    })

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const { release } = await connect()
    return work().finally(release)
  }

  return {
    /** For Kysely, which takes it for a pool of node-postgres. */
    pool: { connect: connect as unknown as () => Promise<PostgresPoolClient>, end: () => lite.close() } as PostgresPool,
    query: <Row>(text: string, values?: readonly unknown[], name?: string) =>
      alone(() => query(text, values, name)) as Promise<{ rows: Row[] }>,
    /** Several statements in one text; answers each. */
    exec: <Row>(text: string) =>
      alone(async () => [...answers(await say(serialize.query(text)))]) as Promise<{ rows: Row[] }[]>,
  }
}
