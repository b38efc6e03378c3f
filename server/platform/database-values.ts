import pg from 'pg'

const asNumber = (text: string) => Number(text)
const asText = (text: string) => text

/** What a column's text becomes, by its type: int8 a number, a date stays as it is written, the rest as node-postgres reads it. */
export const parserOf = ((oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8) return asNumber
  if (oid === pg.types.builtins.DATE) return asText
  return pg.types.getTypeParser(oid, format as 'text')
}) as typeof pg.types.getTypeParser

/** What a value of ours is sent as: text, bytes, or null. node-postgres has it, its types do not. */
export const toSend = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils
  .prepareValue
