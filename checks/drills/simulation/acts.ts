import { accept, again, call, codeFrom, confirmEmail, detail, draft, insist, once, sign } from './borrower.ts'
import { chance, note, type Walk } from './ground.ts'
import { approve, giveBack, refuse, release, takeAway } from './office.ts'
import { fillWhole } from './stages.ts'

export interface Act {
  readonly name: string
  readonly weight: number
  go(walk: Walk): Promise<void>
}

const state = async (walk: Walk) => {
  const { status, verification } = (await detail(walk)).request
  return `${status}${verification ? `/${verification.status}` : ''}`
}

/** What a borrower would do next, in the state the request is in. */
async function goOn(walk: Walk): Promise<void> {
  const { request } = await detail(walk)
  if (request.status === 0 && (request.verification === undefined || request.verification.status === 5)) {
    if (chance(walk, 0.1)) await fillWhole(walk)
    else await draft(walk)
  } else if (request.status === 2) await approve(walk)
  else if (request.status === 3) await sign(walk, 'contract')
  else if (request.status === 4.5) walk.world.clock.advance(4 * 3600_000)
  else if (request.status === 4.7 && request.payout?.state === 'cancelled') await redirect(walk)
  else if (request.status === 5 && request.loan) await pay(walk, request.loan.id)
  else await walk.work(2)
}

async function confirmPerson(walk: Walk): Promise<void> {
  await insist(walk, 'POST', '/service/auth/confirmation/codes')
  await walk.work(4)
  const code = codeFrom(walk, `+7${walk.phone}`, /подтвердить важное/)
  await insist(walk, 'POST', '/service/auth/confirmation', { code })
}

/** The transfer came back: another destination, with a code where one is asked for. */
async function redirect(walk: Walk): Promise<void> {
  await confirmPerson(walk)
  const phone = `+7916${String(Math.floor(walk.world.random() * 1e7)).padStart(7, '0')}`
  await accept(walk, 32, { way: 'sbp', bankName: 'Т-Банк', bankId: '100000000004', phone })
}

async function pay(walk: Walk, loan: string): Promise<void> {
  const answer = await insist(
    walk,
    'POST',
    `/service/loans/${loan}/sandbox-payment`,
    { amount: 100_000 + Math.floor(walk.world.random() * 30) * 100_000 },
    walk.world.newId(),
  )
  note(walk, `paid ${answer.status}`)
}

const versioned = (what: string) => async (walk: Walk) => {
  const { version } = (await detail(walk)).request
  await once(walk, what, { version: chance(walk, 0.2) ? version - 1 : version })
}

/** The bank tells of a transfer: in time, before our own call was answered, twice, of one that never was. */
async function notified(walk: Walk): Promise<void> {
  const made = [...walk.world.outside.ledger.keys()]
  const key = made[Math.floor(walk.world.random() * made.length)]
  const id = key && !chance(walk, 0.2) ? `bank-${key}` : `bank-${walk.world.newId()}`
  const body = { event: 'payout.succeeded', object: { id, status: 'succeeded' } }
  const times = 1 + Math.floor(walk.world.random() * 2)
  for (let n = 0; n < times; n += 1) await call(walk, 'POST', '/service/webhooks/payouts', body)
}

async function sweeps(walk: Walk): Promise<void> {
  const { jobs, gate } = walk.world.process()
  const name = jobs.sweeps[Math.floor(walk.world.random() * jobs.sweeps.length)] ?? ''
  note(walk, `sweep ${name}`)
  await jobs.sweep(name).catch((error: unknown) => {
    if (!gate.dead) throw error
  })
}

const minute = 60_000
const leaps = [1000, 30_000, minute, 6 * minute, 31 * minute, 4 * 3600_000, 26 * 3600_000, 9 * 86_400_000]

async function leap(walk: Walk): Promise<void> {
  const by = leaps[Math.floor(walk.world.random() ** 1.5 * leaps.length)] ?? 1000
  note(walk, `time goes on by ${by}`)
  walk.world.clock.advance(by)
}

export const acts: readonly Act[] = [
  { name: 'go on', weight: 9, go: goOn },
  { name: 'work', weight: 5, go: (walk) => walk.work(3) },
  { name: 'sweep', weight: 4, go: sweeps },
  { name: 'time', weight: 3, go: leap },
  { name: 'again', weight: 2, go: again },
  { name: 'the bank tells', weight: 2, go: notified },
  { name: 'type', weight: 2, go: draft },
  { name: 'the e-mail', weight: 0.3, go: confirmEmail },
  { name: 'withdraw', weight: 0.2, go: versioned('withdraw') },
  { name: 'decline', weight: 0.4, go: versioned('offer/decline') },
  { name: 'refuse the loan', weight: 0.5, go: versioned('offer/refuse') },
  { name: 'take', weight: 0.5, go: takeAway },
  { name: 'release', weight: 0.3, go: release },
  { name: 'give back', weight: 0.4, go: giveBack },
  { name: 'refuse', weight: 0.1, go: refuse },
  { name: 'look', weight: 0.5, go: async (walk) => note(walk, await state(walk)) },
]
