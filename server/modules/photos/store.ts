import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

export interface KeptPrint {
  readonly file_id: string
  readonly client_id: string
  /** «0101…» */
  readonly coarse: string
  readonly fine: Uint8Array
}

export interface NearPrint extends KeptPrint {
  /** In how many of the 256 bits it differs. */
  readonly distance: number
}

/** Keeps the print of a photo, once; a photo that has gone meanwhile has none. */
export async function insertPrint(
  db: Db,
  { file_id, client_id, coarse, fine }: KeptPrint,
  { requestId, step, at }: { readonly requestId: string; readonly step: number; readonly at: Date },
): Promise<void> {
  await sql`insert into photo_print (file_id, client_id, request_id, step, coarse, fine, at)
    select ${file_id}, ${client_id}, id, ${step}, cast(${coarse}::text as bit(256)), ${fine}, ${at}
    from request where id = ${requestId}
    on conflict (file_id, client_id) do nothing`.execute(db)
}

/** The nearest photos of others, by the coarse print under any of several cuts. */
export async function nearestPrints(
  db: Db,
  tries: readonly string[],
  { except, within, most }: { readonly except: readonly string[]; readonly within: number; readonly most: number },
): Promise<NearPrint[]> {
  const each = tries.map((bits) => sql`bit_count(coarse # cast(${bits}::text as bit(256)))`)
  const { rows } = await sql<NearPrint>`
    select file_id, client_id, coarse::text as coarse, fine, distance from (
      select file_id, client_id, coarse, fine, least(${sql.join(each)}) as distance from photo_print
      where client_id not in (${sql.join([...except])})) as found
    where distance <= ${within} order by distance, file_id limit ${most}`.execute(db)
  return rows
}

/** Two photos that are one picture, said once. */
export async function insertMatch(
  db: Db,
  [one, other]: readonly [string, string],
  likeness: number,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into photo_match (one, other, likeness, at)
    select least(${one}, ${other}), greatest(${one}, ${other}), ${likeness}, ${at}
    where (select count(*) from photo_print where file_id in (${one}, ${other})) = 2
    on conflict (one, other) do nothing`.execute(db)
  return numAffectedRows === 1n
}
