import type { CallAnswer } from '#contract/call.ts'
import type { officeShift, ShiftRequest } from '#contract/calls/office/shift.ts'
import type { Lender } from '#contract/lender.ts'
import { hasRight, type RightsHolder } from '#contract/roles.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests } from '../requests/index.ts'
import type { Leases } from './leases.ts'
import { shortName } from './masks.ts'
import { countAtWork, type InHands, inHands, oldestAtWork, outcomesSince } from './shift-store.ts'
import { readReviews } from './store.ts'
import { waitingTime } from './waiting.ts'

export interface Member extends RightsHolder {
  readonly id: string
  readonly name: string
  /** What their role is called. */
  readonly role: string
  readonly disabled: boolean
  readonly seenAt: Date | null
}

const most = 100

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly lender: Lender
  readonly leases: Pick<Leases, 'assign'>
  readonly members: (tx?: Pick<Tx, 'db'>) => Promise<readonly Member[]>
}

/** Who works on what now, as a supervisor sees and moves it. */
export function createShift({ platform, requests, lender, leases, members }: Parts) {
  const { db, clock } = platform

  async function reviewers(tx?: Pick<Tx, 'db'>): Promise<readonly Member[]> {
    return (await members(tx)).filter((member) => !member.disabled && hasRight(member, 'requests.review'))
  }

  async function listed(at: readonly InHands[], names: ReadonlyMap<string, string>): Promise<ShiftRequest[]> {
    const ids = await oldestAtWork(db, most)
    const reviews = new Map((await readReviews(db, ids)).map((review) => [review.request_id, review]))
    const found = new Map((await requests.many(ids)).map((request) => [request.id, request]))
    return ids.flatMap((id) => {
      const request = found.get(id)
      if (!request) return []
      const facts = requests.facts(request)
      const name = shortName(facts)
      const row = at.find((one) => one.id === id)
      const held = (staffId: string | null | undefined, since: Date | null | undefined) =>
        staffId && { id, name, staffId, staff: names.get(staffId) ?? '—', since: (since ?? clock.now()).toISOString() }
      const [holder, assigned] = [held(row?.holder, row?.held_since), held(row?.assigned_to, row?.assigned_at)]
      return [
        {
          id,
          name,
          amount: facts.amount ?? 0,
          ...waitingTime(lender, request, reviews.get(id), clock.now()),
          round: reviews.get(id)?.round ?? 1,
          ...(holder && { holder }),
          ...(assigned && { assigned }),
        },
      ]
    })
  }

  return {
    async now(): Promise<CallAnswer<typeof officeShift>> {
      const dayBegan = instantInZone(dateInZone(clock.now(), lender.zone), 0, lender.zone)
      const at = await inHands(db)
      const done = await outcomesSince(db, dayBegan)
      const people = await members()
      const names = new Map(people.map(({ id, name }) => [id, name]))
      return {
        reviewers: (await reviewers()).map(({ id, name, role, seenAt }) => ({
          id,
          name,
          role,
          inHand: at.filter(({ holder }) => holder === id).length,
          assigned: at.filter(({ assigned_to }) => assigned_to === id).length,
          doneToday: done.get(id) ?? 0,
          seenAt: seenAt?.toISOString() ?? null,
        })),
        requests: await listed(at, names),
        ...(await countAtWork(db)),
      }
    },

    /** To somebody who reviews, or `not_found`. */
    async assign(tx: Tx, requestId: string, to: string | null, by: string): Promise<void> {
      if (to && !(await reviewers(tx)).some(({ id }) => id === to)) throw fail('not_found')
      await leases.assign(tx, requestId, to, by)
    },
  }
}
