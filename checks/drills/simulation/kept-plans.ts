import { type messages, type PGlite, protocol, parse as reading } from '@electric-sql/pglite'
import type { PGliteDialectConfig } from 'kysely'

type Lite = Extract<PGliteDialectConfig['pglite'], { query: unknown }>
type Asking = Lite['query']

interface Statement {
  readonly name: string
  /** The types of its parameters, as the database found them. */
  readonly types: readonly number[]
  readonly columns: readonly messages.BackendMessage[]
}

const { bind, describe, execute, parse, sync } = protocol.serialize

/**
 * The same database through statements it parses and plans once, each question one trip instead of six: what a walk spends most of its
 * time on. Every user of `lite` must go through the one object this answers, for it takes the turns.
 */
export function withKeptPlans(lite: PGlite): Lite {
  const known = new Map<string, Statement>()
  let turn: Promise<unknown> = Promise.resolve()

  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  const tell = (...said: Uint8Array[]) => lite.execProtocolStream(Buffer.concat([...said, sync()]), { syncToFs: false })

  async function prepared(text: string): Promise<Statement> {
    const kept = known.get(text)
    if (kept) return kept
    const name = `s${known.size}`
    const told = await tell(parse({ name, text }), describe({ type: 'S', name }))
    const types = reading.parseDescribeStatementResults(told)
    const made = { name, types, columns: told.filter((message) => message.name === 'rowDescription') }
    known.set(text, made)
    return made
  }

  const ask: Asking = async <T>(text: string, given: unknown[] = []) => {
    const { name, types, columns } = await prepared(text)
    const values = given.map((value, n) => {
      if (value === null || value === undefined) return null
      return lite.serializers[types[n] ?? 0]?.(value) ?? String(value)
    })
    const rows = await tell(bind({ statement: name, values }), execute())
    return reading.parseResults([...columns, ...rows], lite.parsers)[0] as Awaited<ReturnType<typeof lite.query<T>>>
  }

  return {
    closed: false,
    ready: true,
    waitReady: lite.waitReady,
    close: () => lite.close(),
    query: (text, given) => alone(() => ask(text, given)),
    transaction: (body) =>
      alone(async () => {
        await ask('begin')
        try {
          const result = await body({ query: ask, rollback: async () => void (await ask('rollback')) })
          await ask('commit')
          return result
        } catch (error) {
          await ask('rollback')
          throw error
        }
      }),
  } as Lite
}
