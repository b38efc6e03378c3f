import { createHash } from 'node:crypto'
import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Scope } from '#contract/machine/scopes.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { secondWord } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { readGiven } from './given.ts'
import {
  type ClientRow,
  endSecret,
  endTokens,
  type Given,
  insertClient,
  insertSecret,
  listClients,
  lockClient,
  openSecret,
  secretsOf,
  updateClient,
  usesSince,
  type Wish,
} from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly today: () => IsoDate
  /** Whether another administrator could confirm what this one asks for. */
  readonly hasAnother: (tx: Tx, staffId: string) => Promise<boolean>
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
}

interface Typed {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly addresses: readonly string[]
  readonly rate: number
  readonly until: string | null
  readonly jwks: string
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Secrets one client may have at once: two, while one takes the place of the other. */
const mostSecrets = 2

const typedOf = ({ jwks, ...given }: Given) => ({
  ...given,
  scopes: [...given.scopes],
  addresses: [...given.addresses],
  jwks: jwks ? JSON.stringify(jwks) : '',
})

const givenOf = ({ name, scopes, addresses, rate, until, jwks }: ClientRow): Given => ({
  name,
  scopes,
  addresses,
  rate,
  until,
  jwks,
})

/**
 * Machine clients. What gives (a client, a right, a secret) works when another administrator has confirmed it, where there is one;
 * what takes away works at once.
 */
export function createMachineClients({ platform, today, hasAnother, staffNames }: Parts) {
  const { db, clock, random } = platform
  const actorOf = (id: string) => ({ kind: 'staff' as const, id })

  function note(
    tx: Tx,
    event: Wish['kind'] | 'secretEnd' | 'confirm' | 'decline',
    staffId: string,
    id: string,
    data: Record<string, unknown> = {},
  ): void {
    tx.journal({ event: `machine.${event}`, actor: actorOf(staffId), subject: { kind: 'machine', id }, data })
  }

  async function found(tx: Tx, id: string): Promise<ClientRow> {
    const row = await lockClient(tx.db, id)
    if (!row || row.state === 'ended') throw fail('not_found')
    return row
  }

  async function makeSecret(tx: Tx, clientId: string, open: boolean) {
    const [id, secret] = [newId(), random.token()]
    await insertSecret(tx.db, {
      id,
      client_id: clientId,
      hash: hashOf(secret),
      open,
      made_at: clock.now(),
      ended_at: null,
    })
    return { id, secret }
  }

  const wishOf = (kind: Wish['kind'], by: string, more: Partial<Wish> = {}): Wish => ({
    kind,
    by,
    at: clock.now().toISOString(),
    ...more,
  })

  /** Does what was asked for. */
  async function grant(tx: Tx, id: string, wish: Wish): Promise<void> {
    const { kind, change, secretId } = wish
    if (secretId) await openSecret(tx.db, secretId)
    if (kind === 'make') return updateClient(tx.db, id, { state: 'active', wish: null })
    if (kind === 'secret') return updateClient(tx.db, id, { wish: null })
    await endTokens(tx.db, id)
    if (kind === 'change') return updateClient(tx.db, id, { ...change, wish: null })
    for (const secret of await secretsOf(tx.db, [id])) await endSecret(tx.db, id, secret.id, clock.now())
    return updateClient(tx.db, id, { state: 'ended', ended_at: clock.now(), wish: null })
  }

  /** Takes back what was asked for. */
  async function drop(tx: Tx, id: string, { kind, secretId }: Wish): Promise<void> {
    if (secretId) await endSecret(tx.db, id, secretId, clock.now())
    if (kind === 'make') return updateClient(tx.db, id, { state: 'ended', ended_at: clock.now(), wish: null })
    return updateClient(tx.db, id, { ...(kind === 'end' && { state: 'active' as const }), wish: null })
  }

  /** Keeps a wish for another administrator, or does it at once where there is nobody else. */
  async function ask(tx: Tx, id: string, staffId: string, wish: Wish): Promise<{ pending: boolean }> {
    const pending = await hasAnother(tx, staffId)
    const { change } = wish
    note(tx, wish.kind, staffId, id, { pending, ...(change && { scopes: change.scopes, rate: change.rate }) })
    if (pending) await updateClient(tx.db, id, { wish })
    else await grant(tx, id, wish)
    return { pending }
  }

  const free = (row: ClientRow) => {
    if (row.wish) throw fail('state_conflict')
  }

  return {
    async list(staffId: string) {
      const rows = await listClients(db)
      const secrets = await secretsOf(
        db,
        rows.map(({ id }) => id),
      )
      const uses = await usesSince(db, addDays(today(), -30))
      const names = await staffNames()
      return rows.map((row) => {
        const { id, state, wish } = row
        const own = secrets.filter(({ client_id }) => client_id === id)
        return {
          id,
          ...typedOf(givenOf(row)),
          state,
          secrets: own.map((secret) => ({ id: secret.id, madeAt: secret.made_at.toISOString(), open: secret.open })),
          lastUsed: uses.get(id)?.lastAt.toISOString() ?? null,
          calls: uses.get(id)?.calls ?? 0,
          wish: wish && {
            kind: wish.kind,
            by: names.get(wish.by) ?? '',
            at: wish.at,
            mayConfirm: wish.by !== staffId,
            change: wish.change ? typedOf(wish.change) : null,
          },
        }
      })
    },

    async add(tx: Tx, typed: Typed, staffId: string) {
      const given = await readGiven(typed, today())
      const id = newId()
      await insertClient(tx.db, {
        id,
        ...given,
        state: 'asked',
        wish: null,
        created_by: staffId,
        created_at: clock.now(),
        ended_at: null,
      })
      const { id: secretId, secret } = await makeSecret(tx, id, false)
      const { pending } = await ask(tx, id, staffId, wishOf('make', staffId, { secretId, change: given }))
      return { id, secret, pending }
    },

    async change(tx: Tx, id: string, typed: Typed, staffId: string) {
      const row = await found(tx, id)
      free(row)
      return ask(tx, id, staffId, wishOf('change', staffId, { change: await readGiven(typed, today()) }))
    },

    async addSecret(tx: Tx, id: string, staffId: string) {
      const row = await found(tx, id)
      free(row)
      if ((await secretsOf(tx.db, [id])).length >= mostSecrets) throw fail('state_conflict')
      const { id: secretId, secret } = await makeSecret(tx, id, false)
      const { pending } = await ask(tx, id, staffId, wishOf('secret', staffId, { secretId }))
      return { id, secret, pending }
    },

    /** Ends a secret at once. */
    async endSecret(tx: Tx, id: string, secretId: string, staffId: string): Promise<void> {
      const row = await found(tx, id)
      if (!(await endSecret(tx.db, id, secretId, clock.now()))) throw fail('not_found')
      if (row.wish?.kind === 'secret' && row.wish.secretId === secretId) await updateClient(tx.db, id, { wish: null })
      note(tx, 'secretEnd', staffId, id, { secret: secretId })
    },

    /** Closes a client at once; the end for good takes two. What else was asked for it falls. */
    async end(tx: Tx, id: string, staffId: string) {
      const row = await found(tx, id)
      if (row.wish?.kind === 'end' || row.state === 'asked') throw fail('state_conflict')
      if (row.wish) await drop(tx, id, row.wish)
      await endTokens(tx.db, id)
      await updateClient(tx.db, id, { state: 'stopped' })
      return ask(tx, id, staffId, wishOf('end', staffId))
    },

    /** Throws `second_person` when the one who asked confirms; they may take it back. */
    async decide(tx: Tx, id: string, confirm: boolean, staffId: string): Promise<void> {
      const { wish } = await found(tx, id)
      if (!wish) throw fail('not_found')
      if (confirm) await secondWord(tx, wish.by, staffId, 'connections.manage')
      await (confirm ? grant(tx, id, wish) : drop(tx, id, wish))
      note(tx, confirm ? 'confirm' : 'decline', staffId, id, { kind: wish.kind, askedBy: wish.by })
    },
  }
}

export type MachineClients = ReturnType<typeof createMachineClients>
