import { type Kysely, sql } from 'kysely'

const statements = [
  // The workbench of the decision rules makes versions of other things too: tariffs, the calendar. The release before knows none of those: it
  // reads turns joined to `decision_rules`, where contents of other kinds are not, and so never takes a tariff for a table of rules.
  "alter table rule_draft add column kind text not null default 'decision'",
  "alter table rule_turn add column kind text not null default 'decision'",
  'alter table rule_turn drop constraint rule_turn_sha256_fkey',
  `create table version_content (
    sha256 text primary key,
    kind text not null,
    version text not null,
    content text not null,
    first_used_at timestamptz not null
  )`,
  'drop index rule_turn_asked',
  "create unique index rule_turn_asked on rule_turn (kind) where state = 'asked'",
  'drop index rule_turn_in_force',
  "create index rule_turn_in_force on rule_turn (kind, from_at, decided_at) where state = 'approved'",
  // The tariffs an offer was made by, and so its loan; null: made before they had versions.
  'alter table offer add column tariffs text',
  'alter table loan add column tariffs text',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
