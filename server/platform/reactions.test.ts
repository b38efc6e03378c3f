import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { newId } from './ids.ts'
import { withOwnReactions } from './platform.ts'
import { openReactions } from './reactions.ts'
import type { Tx } from './transaction.ts'

onBothDatabases('what one module sets off in others', (open) => {
  const told = { loanId: 'l1', clientId: 'c1' }
  const journaled = (tx: Tx, subject: string) =>
    tx.journal({
      event: 'loan.close',
      actor: { kind: 'job', id: 'test' },
      subject: { kind: 'loan', id: subject },
      data: { overpaid: 0 },
    })
  const entries = async ({ db }: Awaited<ReturnType<typeof open>>) =>
    (
      await db.$extendTables<{ journal: { subject_id: string } }>().selectFrom('journal').select('subject_id').execute()
    ).map(({ subject_id }) => subject_id)

  it('reacts in the order of the modules, in the transaction, and is there with it', async () => {
    const platform = await open()
    const heard: string[] = []
    for (const module of ['first', 'second'])
      platform.reactions.add(module, {
        'payment.counted': async (tx, { loanId }) => {
          heard.push(`${module} ${loanId}`)
          journaled(tx, `${module} ${loanId}`)
        },
      })
    await platform.transact(async (tx) => {
      await tx.emit('payment.counted', told)
      assert.deepEqual(heard, ['first l1', 'second l1'])
      await tx.emit('phone.changed', { clientId: newId(), phone: '' })
    })
    assert.deepEqual((await entries(platform)).sort(), ['first l1', 'second l1'])
    assert.deepEqual(
      platform.reactions.list().map(({ module }) => module),
      ['first', 'second'],
    )
  })

  it('undoes everything when one that reacts fails', async () => {
    const platform = await open()
    platform.reactions.add('first', { 'payment.counted': async (tx) => journaled(tx, 'first') })
    platform.reactions.add('second', {
      'payment.counted': async () => {
        throw new Error('not now')
      },
    })
    const work = platform.transact(async (tx) => {
      journaled(tx, 'itself')
      await tx.emit('payment.counted', told)
    })
    await assert.rejects(work, /not now/)
    assert.deepEqual(await entries(platform), [])
  })

  it('is each product’s own, over one platform', async () => {
    const platform = await open()
    const heard: string[] = []
    for (const name of ['one', 'two']) {
      const product = withOwnReactions(platform)
      product.reactions.add('module', { 'payment.counted': async () => void heard.push(name) })
      await product.transact((tx) => tx.emit('payment.counted', told))
    }
    assert.deepEqual(heard, ['one', 'two'])
  })

  it('takes the reactions of a module once', () => {
    const reactions = openReactions()
    reactions.add('module', {})
    assert.throws(() => reactions.add('module', {}), /module reacts already/)
  })
})
