import { createHash } from 'node:crypto'
import type { Transfer } from '../parts/checker.ts'
import { checked } from '../parts/checker.ts'
import { type Act, acts } from './acts.ts'
import { detail, insist, signIn } from './borrower.ts'
import type { Store } from './database.ts'
import { chance, note, type Walk } from './ground.ts'
import { approveAtOnce, fillWhole } from './stages.ts'
import { openWorld, type World } from './world.ts'

export interface Walked {
  readonly seed: number
  readonly sha256: string
  readonly history: readonly string[]
  readonly wrong: readonly string[]
  readonly acknowledged: number
  readonly crashes: number
  readonly ended: string
}

const steps = 8

function openWalk(world: World): Walk {
  const walk: Walk = {
    world,
    me: world.caller('198.51.100.7'),
    phone: `916${String(Math.floor(world.random() * 1e7)).padStart(7, '0')}`,
    id: null,
    drafts: new Map(),
    kept: [],
    history: [],
    wrong: [],
    acknowledged: 0,
    async recover() {
      if (!world.process().gate.dead) return
      note(walk, 'the process starts again')
      await world.restart()
    },
    async work(most) {
      for (let n = 0; n < most; n += 1) {
        await walk.recover()
        const { jobs, gate } = world.process()
        const ran = await jobs
          .runOne((count) => Math.floor(world.random() * count))
          .catch((error: unknown) => {
            if (!gate.dead) throw error
            return 'a job, cut off'
          })
        if (ran === null) return
        note(walk, `job ${ran}`)
      }
    },
  }
  return walk
}

/** Nothing goes wrong any more: whatever was begun is brought to its end, as the servers would by themselves. */
async function settle(walk: Walk): Promise<void> {
  const { world } = walk
  world.outside.calm = true
  await walk.recover()
  world.process().gate.arm(Number.POSITIVE_INFINITY)
  // A lease, the pauses between tries, the quiet hours of the night.
  for (const minutes of [2, 5, 15, 12 * 60, 12 * 60]) {
    world.clock.advance(minutes * 60_000)
    await walk.work(60)
    for (const name of ['payouts', 'message.abandoned', 'message.delivery']) await world.process().jobs.sweep(name)
  }
}

async function lost(walk: Walk): Promise<string[]> {
  const { steps: kept } = await detail(walk)
  return [...walk.drafts].flatMap(([number, { revision, raw }]) => {
    const step = kept.find((one) => one.number === number)
    const there =
      step && (step.revision > revision || Object.entries(raw).every(([name, value]) => same(step.raw[name], value)))
    return there ? [] : [`step ${number} at revision ${revision} is lost`]
  })
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What the world was left like: part of the history, so that a seed answers for it too. */
async function epilogue(walk: Walk): Promise<string[]> {
  const { db } = walk.world.store.calm
  type Tables = {
    journal: { id: string; event: string; actor_kind: string; subject_id: string; data: unknown; at: Date }
  }
  const journal = await db.$extendTables<Tables>().selectFrom('journal').selectAll().orderBy('id').execute()
  const entries = journal.map(
    ({ event, actor_kind, subject_id, data, at }) =>
      `${at.toISOString()} ${actor_kind} ${event} ${subject_id} ${JSON.stringify(data)}`,
  )
  const { ledger, inbox } = walk.world.outside
  return [...entries, ...[...ledger.values()].map((made) => JSON.stringify(made)), ...inbox.map(({ text }) => text)]
}

/** The bank's books at the end: what it still held back has gone through by now. */
function transfersOf({ world }: Walk): Transfer[] {
  return [...world.outside.ledger.values()].map(({ key, amount, fate }) => ({
    key,
    amount,
    succeeded: fate === 'succeeded',
  }))
}

/** One random walk: the seed is all it depends on. */
export async function walkOnce(store: Store, seed: number): Promise<Walked> {
  const world = await openWorld(store, seed)
  const walk = openWalk(world)
  try {
    await signIn(walk)
    const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday', promo: '' }
    const made = await insist(walk, 'POST', '/service/requests', { raw }, world.newId())
    walk.id = (made.body as { _id: string })._id
    const start = world.random()
    if (start < 0.05) await fillWhole(walk)
    else if (start < 0.8) await approveAtOnce(walk)
    for (let n = 0; n < steps; n += 1) {
      await walk.recover()
      if (chance(walk, 0.12)) world.process().gate.arm(1 + Math.floor(world.random() * 60))
      await act(walk, choose(walk))
    }
    await settle(walk)
    walk.wrong.push(...(await lost(walk)))
    const told = world.process().broken.filter((line) => !line.includes('the payout rail refuses our calls'))
    for (const line of told) walk.wrong.push(`an error was logged: ${line.slice(0, 300)}`)
    const { request } = await detail(walk)
    const wrong = await checked({
      db: store.calm.db,
      keys: world.keys,
      ledger: transfersOf(walk),
      quietSince: new Date(world.clock.now().getTime() - 60_000),
      unkeyed: ['request.send'],
    })
    const history = [...walk.history, ...(await epilogue(walk))]
    return {
      seed,
      history,
      sha256: createHash('sha256').update(history.join('\n')).digest('hex'),
      wrong: [...walk.wrong, ...wrong],
      acknowledged: walk.acknowledged,
      crashes: world.crashes(),
      ended: `${request.status}`,
    }
  } catch (error) {
    throw new Error(`seed ${seed}: ${walk.history.slice(-40).join('\n')}`, { cause: error })
  } finally {
    await world.close()
  }
}

function choose(walk: Walk): Act {
  const total = acts.reduce((sum, { weight }) => sum + weight, 0)
  let left = walk.world.random() * total
  for (const one of acts) {
    left -= one.weight
    if (left < 0) return one
  }
  return acts[0] as Act
}

async function act(walk: Walk, { name, go }: Act): Promise<void> {
  note(walk, `— ${name}`)
  await go(walk)
}
