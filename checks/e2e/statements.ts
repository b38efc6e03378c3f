import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely'
import { distribution, partedBy } from '#server/operations/distribution.ts'
import type { Database } from '#server/platform/database.ts'

const plain = (text: string) => text.toLowerCase().replaceAll('"', '').replace(/\s+/g, ' ').trim()

/** The names a statement gives to distributed tables: one for each time it names one. */
function distributedIn(text: string): { readonly table: string; readonly name: string }[] {
  const named =
    /\b(?:from|join|update|into|using)\s+(?:only\s+)?([a-z_]+)(?:\s+(?:as\s+)?(?!set\b|where\b|on\b|values\b|select\b|using\b|order\b|limit\b|left\b|join\b|for\b|group\b|union\b|inner\b|returning\b|cross\b|default\b|overriding\b)([a-z_]+))?/g
  return [...text.matchAll(named)].flatMap(([, table = '', name = table]) =>
    distribution.get(table) === 'distributed' ? [{ table, name }] : [],
  )
}

/** `a.client_id = $1`, `client_id = b.client_id`. */
interface Equal {
  readonly of: string | undefined
  readonly column: string
  readonly value: string
}

const equals = (text: string): Equal[] =>
  [...text.matchAll(/(?:\b([a-z_]+)\.)?\b(client_id|id) = (\$\d+|[a-z_]+\.(?:client_id|id)\b)/g)].map(
    ([, of, column = '', value = '']) => ({ of, column, value }),
  )

const byValue = (a: Equal, b: Equal) => Number(b.value.startsWith('$')) - Number(a.value.startsWith('$'))

/** Whether everything it asks of clients is of one whom it names: such a statement goes to one node. */
export function isOfOneClient(statement: string): boolean {
  const text = plain(statement)
  const [, target = '', listed = ''] = /^insert into ([a-z_]+) \(([^)]*)\)/.exec(text) ?? []
  const inserts = distribution.get(target) === 'distributed'
  if (inserts && !listed.split(', ').includes(partedBy(target))) return false
  const asked = distributedIn(text).slice(inserts ? 1 : 0)
  if (asked.length === 0) return true
  // What an update sets is no condition.
  const given = equals(text.replace(/ set .*?(?= where | from |$)/, ' ')).sort(byValue)
  const used = new Set<Equal>()
  const isNamed = ({ table, name }: { readonly table: string; readonly name: string }) => {
    const column = partedBy(table)
    const found =
      given.find((equal) => (equal.of === name && equal.column === column) || equal.value === `${name}.${column}`) ??
      given.find((equal) => !used.has(equal) && equal.of === undefined && equal.column === column)
    if (found) used.add(found)
    return found !== undefined
  }
  return asked.every(isNamed) && [...used].some(({ value }) => value.startsWith('$'))
}

/** A statement in a few words, the same whatever its values: «select request by id». */
export function titleOf(statement: string): string {
  const text = plain(statement)
  const verb = /^(with|\w+)/.exec(text)?.[1] ?? ''
  const tables = [...new Set(distributedIn(text).map(({ table }) => table))]
  const by = [
    ...new Set(
      [...text.matchAll(/(?:\b[a-z_]+\.)?\b([a-z_]+) (?:=|in|<|>|<=|>=|<>|!=|like) (?!\(select)/g)].map(
        ([, column]) => column,
      ),
    ),
  ]
  const locks = / for (update|share)/.test(text) ? ', locked' : ''
  return `${verb} ${tables.join(' + ')}${by.length > 0 ? ` by ${by.sort().join(', ')}` : ''}${locks}`
}

/** The database, which tells each statement it is asked. */
export function telling(database: Database, tell: (statement: string) => void): Database {
  const compiler = new PostgresQueryCompiler()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      tell(compiler.compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    ...database,
    db: database.db.withPlugin(plugin),
    ask(question) {
      tell(question.text)
      return database.ask(question)
    },
  }
}
