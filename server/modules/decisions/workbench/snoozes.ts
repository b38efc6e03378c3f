import { addDays } from '#contract/dates.ts'
import { rowsOf } from '#contract/decisionTable/table.ts'
import { dateInZone } from '#contract/zones.ts'
import { Failure, fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secondWord } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { People } from '../../people/index.ts'
import { insertSnooze, isClient, lockSnooze, openSnoozes, type SnoozeRow, updateSnooze } from './snooze-store.ts'
import type { Versions } from './versions.ts'

interface Parts {
  readonly platform: Platform
  readonly zone: string
  readonly people: Pick<People, 'accounts'>
  readonly versions: Pick<Versions, 'inForce'>
}

/** A snooze is for weeks: what should hold longer is a change of the rules. */
const longestDays = 90

const place = (id: string) => ({ table: 'rule_snooze', id })

/** One rule silent of one person until a day, by two of the staff. Only what refuses or refers, and never the lender's own black list: it has its own two words. */
export function createSnoozes({ platform, zone, people, versions }: Parts) {
  const { clock, db, clientKeys } = platform
  const today = () => dateInZone(clock.now(), zone)

  const journal = (
    tx: Tx,
    event: 'rules.snoozeAsk' | 'rules.snooze' | 'rules.snoozeEnd',
    staffId: string,
    row: SnoozeRow,
  ) =>
    tx.journal({
      event,
      actor: { kind: 'staff', id: staffId },
      subject: { kind: 'client', id: row.client_id },
      data: { snooze: row.id, rule: row.row, until: row.until },
    })

  /** Nothing of a person whose key was destroyed. */
  async function reasonOf({ id, client_id, reason }: SnoozeRow): Promise<string> {
    try {
      return (await clientKeys.of(db, client_id)).unseal<string>(reason, place(id))
    } catch (error) {
      if (error instanceof Failure) return ''
      throw error
    }
  }

  async function rules(within: Tx['db'] | Platform['db'] = db) {
    const rows = rowsOf((await versions.inForce(within)).content) ?? []
    return rows
      .filter(({ outcome, when }) => outcome !== 'offer' && !when.blacklisted)
      .map(({ code, text }) => ({ code, text }))
  }

  return {
    rules: () => rules(),

    async list(clientId?: string) {
      const rows = await openSnoozes(db, clientId === undefined ? null : await people.accounts(clientId))
      const open = rows.filter(({ until }) => until >= today())
      return Promise.all(open.map(async (row) => ({ ...row, reason: await reasonOf(row) })))
    },

    async ask(
      tx: Tx,
      staffId: string,
      { client, rule, until, reason }: { client: string; rule: string; until: string; reason: string },
    ): Promise<{ id: string }> {
      const wrong = (field: string, message: string) => fail('invalid_answers', { issues: [{ field, message }] })
      if (!(await rules(tx.db)).some(({ code }) => code === rule)) throw wrong('rule', 'Это правило отложить нельзя')
      if (until < today() || until > addDays(today(), longestDays))
        throw wrong('until', `От сегодня и не дольше ${longestDays} дней`)
      if (!(await isClient(tx.db, client))) throw fail('not_found')
      const accounts = await people.accounts(client, tx)
      if ((await openSnoozes(tx.db, accounts)).some((one) => one.row === rule && one.until >= today()))
        throw fail('rules_busy')
      // one whose day has passed makes room
      for (const over of await openSnoozes(tx.db, accounts))
        if (over.row === rule) await updateSnooze(tx.db, over.id, { state: 'ended' })
      const id = newId()
      const row: SnoozeRow = {
        id,
        client_id: client,
        row: rule,
        until,
        reason: (await clientKeys.of(tx.db, client)).seal(reason.trim(), place(id)),
        state: 'asked',
        asked_by: staffId,
        asked_at: clock.now(),
        confirmed_by: null,
        confirmed_at: null,
        ended_by: null,
      }
      await insertSnooze(tx.db, row)
      journal(tx, 'rules.snoozeAsk', staffId, row)
      return { id }
    },

    async confirm(tx: Tx, staffId: string, id: string): Promise<void> {
      const row = await lockSnooze(tx.db, id)
      if (!row) throw fail('not_found')
      if (row.state !== 'asked' || row.until < (today() as string)) throw fail('rules_over')
      await secondWord(tx, row.asked_by, staffId, 'rules.edit')
      await updateSnooze(tx.db, id, { state: 'standing', confirmed_by: staffId, confirmed_at: clock.now() })
      journal(tx, 'rules.snooze', staffId, row)
    },

    /** Back to the rules as they are: one word is enough. */
    async end(tx: Tx, staffId: string, id: string): Promise<void> {
      const row = await lockSnooze(tx.db, id)
      if (!row) throw fail('not_found')
      if (row.state === 'ended') throw fail('rules_over')
      await updateSnooze(tx.db, id, { state: 'ended', ended_by: staffId })
      journal(tx, 'rules.snoozeEnd', staffId, row)
    },
  }
}

export type Snoozes = ReturnType<typeof createSnoozes>
