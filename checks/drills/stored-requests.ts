import pg from 'pg'
import type { State } from '#contract/life.ts'
import { openKeys } from '#server/platform/keys.ts'
import { openSealing } from '#server/platform/sealing.ts'
import { Secret } from '#server/platform/secret.ts'

export const appKey = 'Zt7vQ2mXk9LrB4nWc8YpH3sJd6FgA1uE'

/** Of a hundred requests, in what state they are: most are history, some wait, some are with their clients. */
const states: readonly (readonly [of: number, state: State])[] = [
  [2, 'Queued'],
  [2, 'RollbackVerification'],
  [3, 'Approved'],
  [23, 'Rejected'],
  [70, 'Processed'],
]

function stateOf(n: number): State {
  let place = (n * 37) % 100
  const found = states.find(([of]) => {
    place -= of
    return place < 0
  })
  return found?.[1] ?? 'Processed'
}

export const phoneOf = (n: number) => `+79${String(100_000_000 + n)}`
/** About five people share a surname. */
export const surnameOf = (n: number, all: number) => `выдумкин${n % Math.max(1, Math.floor(all / 5))}`

const minute = 60_000
const batch = 2000

/** Writes invented requests from `from` to `to` straight into the tables, as the product would have left them. */
export async function storeRequests(url: string, from: number, to: number, key = appKey): Promise<void> {
  const sealing = openSealing(openKeys(new Secret(key)))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const insert = (table: string, columns: string, types: string, lists: unknown[][]) =>
    client.query(
      `insert into ${table} (${columns}) select * from unnest(${types
        .split(', ')
        .map((type, at) => `$${at + 1}::${type}[]`)
        .join(', ')})`,
      lists,
    )
  const newest = Date.now() - minute
  try {
    for (let start = from; start < to; start += batch) {
      const numbers = Array.from({ length: Math.min(batch, to - start) }, (_, n) => start + n)
      const ids = numbers.map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
      const sent = numbers.map((n) => new Date(newest - (to - n) * minute))
      const facts = numbers.map((n, at) => {
        const known = { surname: surnameOf(n, to), name: 'Проба', passportNumber: '4500000055', amount: 1_000_000 }
        return sealing.seal(
          { ...known, product: 'payday', term: 14 },
          { table: 'request', id: ids[at] ?? '', column: 'facts' },
        )
      })
      const found = (kind: 'phone' | 'surname', values: string[]) =>
        insert('review_index', 'request_id, client_id, kind, value', 'text, text, text, bytea', [
          ids,
          ids,
          ids.map(() => kind),
          values.map((value) => sealing.index(`review ${kind}`, value)),
        ])
      await insert('client_phone', 'phone_index, client_id', 'bytea, text', [
        numbers.map((n) => sealing.index('phone', phoneOf(n))),
        ids,
      ])
      await insert('client', 'id, sealed, created_at', 'text, bytea, timestamptz', [
        ids,
        ids.map((id, at) => sealing.seal({ phone: phoneOf(numbers[at] ?? 0) }, { table: 'client', id })),
        sent,
      ])
      await insert(
        'request',
        'id, client_id, type, state, shown, facts, created_at, updated_at, sent_at',
        'text, text, text, text, jsonb, bytea, timestamptz, timestamptz, timestamptz',
        [
          ids,
          ids,
          ids.map(() => 'loan'),
          numbers.map(stateOf),
          ids.map(() => '{"terms":null}'),
          facts,
          sent,
          sent,
          sent,
        ],
      )
      await insert('review', 'request_id, client_id, round, sent_at', 'text, text, integer, timestamptz', [
        ids,
        ids,
        ids.map(() => 1),
        sent,
      ])
      await found('phone', numbers.map(phoneOf))
      await found(
        'surname',
        numbers.map((n) => surnameOf(n, to)),
      )
    }
    // What the database does by itself in the quiet hours.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
