import type { LogEvent, OperationNode } from 'kysely'

const verbs: Readonly<Record<string, string>> = {
  SelectQueryNode: 'select',
  InsertQueryNode: 'insert',
  UpdateQueryNode: 'update',
  DeleteQueryNode: 'delete',
}

/** The first table a query names, wherever its kind of node keeps it. */
function tableOf(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const { kind, table, into, from, froms } = node as Record<string, unknown>
  if (kind === 'TableNode') {
    const { identifier } = table as { identifier?: { name?: string } }
    return identifier?.name
  }
  return (
    tableOf(into) ??
    tableOf(from) ??
    tableOf((froms as unknown[] | undefined)?.[0]) ??
    tableOf(table) ??
    tableOf((node as { node?: unknown }).node)
  )
}

/** What a query does and to which table: no text, no values. «select request», «update», «begin». */
export function queryName({ query }: LogEvent): { verb: string; table: string | undefined } {
  const node = query.query as OperationNode
  const verb = verbs[node.kind] ?? /^\s*(\w+)/.exec(query.sql)?.[1]?.toLowerCase() ?? 'query'
  return { verb, table: tableOf(node) }
}
