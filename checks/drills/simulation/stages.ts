import { order } from '../../e2e/client.ts'
import { takesFile } from '../../e2e/evidence.ts'
import { offeredFacts } from '../contracts.ts'
import { accept, confirmEmail, sign } from './borrower.ts'
import { note, type Walk } from './ground.ts'

/** A photo that arrived and was checked: how, other drills show. */
async function storedFile({ world, id }: Walk, step: number): Promise<string> {
  const file = world.newId()
  const db = world.store.calm.db.$extendTables<{
    evidence: Record<string, unknown>
    request: { id: string; client_id: string }
  }>()
  const request = await db
    .selectFrom('request')
    .select('client_id')
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
  const at = world.clock.now()
  await db
    .insertInto('evidence')
    .values({
      id: file,
      client_id: request.client_id,
      request_id: id,
      step,
      kind: step === 31 ? 'video' : 'page',
      size: 1,
      state: 'stored',
      type: 'image/jpeg',
      sha256: file,
      stored_size: 1,
      created_at: at,
      stored_at: at,
    })
    .execute()
  return file
}

/** Every filling step by its call, then the code and the sending. */
export async function fillWhole(walk: Walk): Promise<void> {
  note(walk, '— fill everything')
  for (const number of order) {
    if (number === 26) await confirmEmail(walk)
    const more = takesFile(number)
      ? { file: await storedFile(walk, number), source: 'camera', digits: '123456' }
      : undefined
    const email = number === 26 ? { email: `anna${walk.phone}@example.ru` } : undefined
    if (!(await accept(walk, number, email ?? more))) return
  }
  await sign(walk, 'application')
}

/** As after a review: what is beyond it is met far more often than by filling everything. */
export async function approveAtOnce(walk: Walk): Promise<void> {
  const { world } = walk
  const { product, platform } = world.process()
  const { requests } = product.services
  const long = world.random() < 0.5
  const wish = long
    ? { product: 'instalment', amount: (60 + Math.floor(world.random() * 40)) * 1000_00, term: 12 }
    : { product: 'payday', amount: (3 + Math.floor(world.random() * 20)) * 1000_00, term: 14 }
  note(walk, `— approved for ${wish.amount}`)
  const destination = { kind: 'sbp' as const, bankId: '100000000004', bankName: 'Т-Банк', phone: `+7${walk.phone}` }
  await platform.transact(async (tx) => {
    const request = await requests.lock(tx, walk.id ?? '')
    const known = await requests.saveFacts(tx, request, { ...offeredFacts, ...wish, destination })
    const client = { kind: 'client' as const, id: request.client_id }
    const office = { kind: 'staff' as const, id: 'anna' }
    const sent = await requests.move(tx, known, {
      event: 'send',
      who: 'client',
      actor: client,
      sentAt: world.clock.now(),
    })
    const taken = await requests.move(tx, sent, { event: 'claim', who: 'staff', actor: office })
    await requests.move(tx, taken, { event: 'approve', who: 'staff', actor: office, reviewedAt: world.clock.now() })
    await tx.send('decide', { requestId: request.id })
  })
  await walk.work(3)
}
