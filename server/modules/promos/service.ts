import type { Kysely } from 'kysely'
import { findPromo } from '#contract/calculation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Issue } from '#contract/errors.ts'
import type { Facts } from '#contract/facts.ts'
import type { Lender, Promo } from '#contract/lender.ts'
import { findProduct } from '#contract/wish.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { People } from '../people/index.ts'
import type { StoredRequest } from '../requests/index.ts'
import { deleteUse, insertUse, lockCode, readUse, usesBefore } from './store.ts'

interface Parts {
  readonly platform: Pick<Platform, 'db' | 'clock'>
  readonly people: Pick<People, 'accounts'>
  readonly lender: Pick<Lender, 'products' | 'zone'>
  readonly today: () => string
}

/** One sentence for a code that is none, is over, or is used up: nobody learns which, or by whom. */
const refused: Issue = {
  field: 'promo',
  message: 'Этот промокод сейчас не действует. Проверьте его или оставьте поле пустым',
}

/** Promo codes: known to the server alone, limited by person, by day and in all. Whoever asked for one first has it. */
export function createPromos({ platform, people, lender, today }: Parts) {
  const { db, clock } = platform

  const known = (product: string | undefined, code: string): Promo | null => {
    const found = findProduct(lender, product)
    return found ? findPromo(found, code, today() as IsoDate) : null
  }

  async function left(
    within: Kysely<unknown>,
    promo: Promo,
    product: string,
    asked: { turn: number | null; requestId: string; clientIds: readonly string[]; at: Date },
  ): Promise<boolean> {
    const dayFrom = instantInZone(dateInZone(asked.at, lender.zone), 0, lender.zone)
    const { all, person, day } = await usesBefore(within, { product, code: promo.code }, { ...asked, dayFrom })
    const { inAll = Number.POSITIVE_INFINITY, perDay = Number.POSITIVE_INFINITY, perPerson = 1 } = promo
    return all < inAll && day < perDay && person < perPerson
  }

  /** Whether a request holds the code it asks for, may hold it, or neither; those that asked later do not count against it. */
  async function standing(tx: Tx, request: StoredRequest, promo: Promo, product: string) {
    await lockCode(tx.db, promo.code)
    const before = await readUse(tx.db, request)
    const held = before?.code === promo.code && before.product === product
    const clientIds = await people.accounts(request.client_id, tx)
    const turn = held ? before.turn : null
    // a code that is held counts on the day it was asked for
    const at = held ? before.at : clock.now()
    return { held, may: await left(tx.db, promo, product, { turn, requestId: request.id, clientIds, at }) }
  }

  return {
    /** What a code gives today; null: nothing. With somebody signed in, what it gives them. */
    async look(product: string, code: string, clientId: string | null): Promise<Promo | null> {
      const promo = known(product, code)
      if (!promo) return null
      const clientIds = clientId ? await people.accounts(clientId) : []
      return (await left(db, promo, product, { turn: null, requestId: '', clientIds, at: clock.now() })) ? promo : null
    },

    /** What is wrong with the code a request asks for. */
    async issues(tx: Tx, request: StoredRequest, { product, promo: code }: Facts): Promise<readonly Issue[]> {
      if (!code || !product) return []
      const promo = known(product, code)
      return promo && (await standing(tx, request, promo, product)).may ? [] : [refused]
    },

    /** Holds the code for the request, or gives back the one it held. Throws `invalid_answers`. */
    async hold(tx: Tx, request: StoredRequest, { product, promo: code }: Facts): Promise<void> {
      if (!code || !product) return deleteUse(tx.db, request)
      const promo = known(product, code)
      const now = promo && (await standing(tx, request, promo, product))
      if (!promo || !now?.may) throw fail('invalid_answers', { issues: [refused] })
      if (now.held) return
      await deleteUse(tx.db, request)
      const row = { request_id: request.id, client_id: request.client_id, product, code: promo.code, at: clock.now() }
      await insertUse(tx.db, row)
    },

    /** The terms of the code a request holds, for its price on every screen; null for none. */
    of: ({ product, promo }: Facts): Promo | null => (product && promo ? known(product, promo) : null),
  }
}

export type Promos = ReturnType<typeof createPromos>
