import { sql } from 'kysely'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'

// A TRUNCATE makes new files for every table and index; a DELETE of few rows is far quicker.
const deleteRows = `do $$ declare name text; begin
  for name in select quote_ident(tablename) from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' and tablename not in ('journal_head', 'event_head')
  loop execute 'delete from ' || name; end loop;
end $$`

/** Empties every table but the migrations', and starts the journal anew. */
export async function emptyDatabase({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Switches off foreign keys and the journal's own guard for this transaction; asks for a superuser.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(deleteRows).execute(tx)
    await sql`update journal_head set count = 0, hash = genesis, key_id = null, signature = null
      where signature is not null`.execute(tx)
    await sql`update event_head set last = 0 where last > 0`.execute(tx)
  })
}

/** The demo's configuration with a fixed key, as `readConfig` makes it of an empty environment. */
export function testConfig(changes: Partial<Config> = {}): Config {
  const config = readConfig({ APP_KEY: 'Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE' })
  return { ...config, ...changes }
}
