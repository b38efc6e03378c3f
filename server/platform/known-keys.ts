import type { Kysely } from 'kysely'
import type { Clock } from './clock.ts'
import type { KeyRing } from './keys.ts'
import { StartRefused } from './refusal.ts'

type Tables = { app_key: { id: Uint8Array; first_at: Date; retired_at: Date | null } }

const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** Notes the present key, and throws StartRefused when data may still be sealed with one that is not here. */
export async function checkKnownKeys(db: Kysely<unknown>, keys: KeyRing, clock: Clock): Promise<void> {
  const written = await tables(db).selectFrom('app_key').select('id').where('retired_at', 'is', null).execute()
  const missing = written.filter(({ id }) => !keys.all.some((key) => key.id.equals(id)))
  if (missing.length > 0)
    throw new StartRefused(
      `Data here is sealed with ${missing.length === 1 ? 'a key' : `${missing.length} keys`} that is neither APP_KEY nor in ` +
        'APP_KEY_OLD: add the earlier key to APP_KEY_OLD, or put it back, until "npm run rotate-keys" has finished',
    )
  await tables(db)
    .insertInto('app_key')
    .values({ id: keys.current.id, first_at: clock.now(), retired_at: null })
    // A key that is taken into use again is needed again.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ retired_at: null }))
    .execute()
}

/** After everything was sealed with the present key: the earlier ones may be thrown away. Answers how many. */
export async function retireKeys(db: Kysely<unknown>, keys: KeyRing, now: Date): Promise<number> {
  const retired = await tables(db)
    .updateTable('app_key')
    .set({ retired_at: now })
    .where('id', '!=', keys.current.id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return Number(retired.numUpdatedRows)
}
