import { sql } from 'kysely'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'

const ownTables = sql`
  select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename not like 'kysely%' and tablename <> 'journal_head'`

// In the embedded database a TRUNCATE makes new files for every table and index; a DELETE of few rows is far quicker.
const deleteRows = `do $$ declare name text; begin
  for name in select quote_ident(tablename) from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' and tablename <> 'journal_head'
  loop execute 'delete from ' || name; end loop;
end $$`

/** Empties every table but the migrations', and starts the journal anew. */
export async function emptyDatabase({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (kind === 'embedded') {
      // Switches off foreign keys and the journal's own guard for this transaction; asks for a superuser.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(deleteRows).execute(tx)
    } else {
      const { rows } = (await ownTables.execute(tx)) as { rows: Array<{ name: string }> }
      await sql`alter table journal disable trigger user`.execute(tx)
      await sql`truncate ${sql.raw(rows.map((row) => row.name).join(', '))} restart identity cascade`.execute(tx)
      await sql`alter table journal enable trigger user`.execute(tx)
    }
    await sql`update journal_head set count = 0, hash = genesis, key_id = null, signature = null`.execute(tx)
  })
}

/** The demo's configuration with a fixed key, as `readConfig` makes it of an empty environment. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const config = readConfig({ APP_KEY: 'Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE' })
  return { ...config, ...changes }
}
