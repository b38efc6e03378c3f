import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { codeTries } from '#contract/oneTimeCode.ts'
import type { Clock } from './clock.ts'
import { newId } from './ids.ts'
import type { KeyRing } from './keys.ts'
import type { Random } from './random.ts'

const fiveMinutes = 300_000

interface CodeTable {
  id: string
  purpose: string
  subject: Uint8Array
  binding: Uint8Array
  code_hash: Uint8Array
  tries: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

/** What a code is for. A code of one purpose, subject or binding is worth nothing for another. */
export interface CodeFor {
  readonly purpose: string
  /** Whose: blind indexes of the phone or address, of the present key first. */
  readonly subject: readonly Buffer[]
  /** What else it is tied to: browser, package of documents, sum. */
  readonly binding: string
}

interface Parts {
  readonly keys: KeyRing
  readonly clock: Clock
  readonly random: Random
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ one_time_code: CodeTable }>()

/** One-time codes: six digits, five tries, one use, and a life by the server's clock; only an HMAC is kept. */
export function createOneTimeCodes({ keys, clock, random }: Parts, lifeMs = fiveMinutes) {
  const macs = (text: string) =>
    keys.all.map((key) => createHmac('sha256', key.derive('one-time codes')).update(text).digest())
  const mac = (text: string) => macs(text)[0]!
  const boundTo = (binding: string) => `binding ${binding}`
  const codeText = (id: string, code: string) => `code ${id} ${code}`
  /** Compares with every key of the ring: a code outlives a change of keys. */
  const among = (kept: Uint8Array, given: Buffer[]) => given.filter((each) => timingSafeEqual(kept, each)).length > 0

  return {
    lifeSeconds: lifeMs / 1000,

    /**
     * Makes a code and voids every earlier one of this purpose, subject and binding: what another browser asks for leaves the codes of
     * this one as they are. `fixed` is the demo's test code.
     */
    async issue(db: Kysely<unknown>, what: CodeFor, fixed?: string): Promise<{ id: string; code: string }> {
      const now = clock.now()
      const id = newId()
      const code = fixed ?? random.digits(6)
      await tables(db)
        .updateTable('one_time_code')
        .set({ used_at: now })
        .where('purpose', '=', what.purpose)
        .where('subject', 'in', what.subject)
        .where('binding', 'in', macs(boundTo(what.binding)))
        .where('used_at', 'is', null)
        .execute()
      await tables(db)
        .insertInto('one_time_code')
        .values({
          id,
          purpose: what.purpose,
          subject: what.subject[0]!,
          binding: mac(boundTo(what.binding)),
          code_hash: mac(codeText(id, code)),
          tries: 0,
          created_at: now,
          expires_at: new Date(now.getTime() + lifeMs),
          used_at: null,
        })
        .execute()
      return { id, code }
    },

    /**
     * Whether the code is right, counting the try: only who the code is bound to has any, so that nobody else can use them up. A right code stays usable until `use`: the row is locked, so of
     * many parallel callers one goes on. Answers the code's id, or null for wrong, expired, void and unknown alike.
     */
    async check(db: Kysely<unknown>, what: CodeFor, code: string): Promise<string | null> {
      const row = await tables(db)
        .selectFrom('one_time_code')
        .selectAll()
        .where('purpose', '=', what.purpose)
        .where('subject', 'in', what.subject)
        .where('binding', 'in', macs(boundTo(what.binding)))
        .where('used_at', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(1)
        .forUpdate()
        .executeTakeFirst()
      const expected = row?.code_hash ?? mac('nothing')
      const right = among(expected, macs(codeText(row?.id ?? '', code)))
      if (!row || row.tries >= codeTries || row.expires_at <= clock.now()) return null
      if (right) return row.id
      await tables(db)
        .updateTable('one_time_code')
        .set({ tries: row.tries + 1 })
        .where('id', '=', row.id)
        .execute()
      return null
    },

    /** Spends a checked code. */
    async use(db: Kysely<unknown>, id: string): Promise<void> {
      await tables(db).updateTable('one_time_code').set({ used_at: clock.now() }).where('id', '=', id).execute()
    },

    /** Voids whatever code is out: the terms it was sent for have changed. */
    async void(db: Kysely<unknown>, purpose: string, subject: readonly Buffer[]): Promise<void> {
      await tables(db)
        .updateTable('one_time_code')
        .set({ used_at: clock.now() })
        .where('purpose', '=', purpose)
        .where('subject', 'in', subject)
        .where('used_at', 'is', null)
        .execute()
    },
  }
}

export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>
