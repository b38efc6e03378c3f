import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Failure, fail } from '#server/platform/failure.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { answers, reviewBench } from './review-bench.ts'

const minute = 60_000

onBothDatabases('How a review ends', (open) => {
  it('approves when every item was opened and is ok, and asks for the decision', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    assert.deepEqual(await bench.approve(id, anna), { state: 'Hyb_Verification_Approved', needsSecond: false })
    assert.equal(await bench.state(id), 'Hyb_Verification_Approved')
    assert.deepEqual(platform.jobs.waiting().at(-1)?.data, { requestId: id })
    assert.deepEqual((await bench.requests.find(id))?.reviewed_at, platform.clock.now())
  })

  it('does not approve with an item unseen, unmarked or marked wrong, and names it', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.verdict(id, 9, anna, 'ok')
    await bench.verdict(id, 10, anna, 'fix')
    await assert.rejects(bench.approve(id, anna), (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.equal(error.code, 'not_reviewed')
      assert.deepEqual(error.details?.steps, [10, 25])
      return true
    })
    assert.equal(await bench.state(id), 'InReview')
  })

  it('O5: keeps what is typed without a lease, shows a note to the next who takes it, and throws it away with the outcome', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    const opened = (staff: string) => bench.within((tx) => bench.open(tx, id, staff))
    const typed = {
      items: { 9: { internal: 'звонила' }, 10: { verdict: 'fix' as const } },
      refusal: { comment: 'чужой' },
    }
    await bench.within((tx) => bench.typed.keep(tx, id, anna, typed))
    assert.deepEqual((await opened(anna)).typed, typed)
    assert.deepEqual((await opened(boris)).notes, [])
    await bench.take(id, boris)
    const { typed: his, notes } = await opened(boris)
    assert.equal(his, undefined)
    assert.deepEqual(
      notes.map(({ step, who, text }) => [step, who, text]),
      [[9, 'Анна', 'звонила']],
    )
    await bench.within((tx) => bench.typed.keep(tx, id, boris, { items: {}, refusal: { reason: 'duplicate' } }))
    await bench.allOk(id, boris)
    await bench.approve(id, boris)
    assert.equal((await opened(boris)).typed, undefined)
    assert.deepEqual((await opened(anna)).typed, { ...typed, items: { 9: { internal: 'звонила' } } })
    await bench.within((tx) => bench.typed.keep(tx, id, anna, { items: {} }))
    assert.equal((await opened(anna)).typed, undefined)
    await assert.rejects(
      bench.within((tx) => bench.typed.keep(tx, 'no-such-request', anna, typed)),
      code('not_found'),
    )
  })

  it('O5: what was typed before another verdict, or in the round before, is a note and no verdict any more', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    const opened = async (staff: string) => (await bench.within((tx) => bench.open(tx, id, staff))).typed
    const typed = {
      items: { 9: { verdict: 'fix' as const, internal: 'звонила' }, 10: { verdict: 'fix' as const } },
      refusal: { comment: 'чужой' },
    }
    await bench.within((tx) => bench.typed.keep(tx, id, anna, typed))
    platform.clock.advance(minute)
    await bench.take(id, boris)
    await bench.verdict(id, 9, boris, 'ok')
    assert.deepEqual(await opened(anna), { ...typed, items: { 9: { internal: 'звонила' }, 10: { verdict: 'fix' } } })
    await bench.verdict(id, 10, boris, 'fix')
    await bench.verdict(id, 25, boris, 'ok')
    await bench.sendBack(id, boris)
    platform.clock.advance(minute)
    await bench.accept(id, 10, { ...answers[10], surname: 'Ёлкина-Новая' })
    await bench.send(id)
    assert.deepEqual(await opened(anna), { items: { 9: { internal: 'звонила' } } })
  })

  it('O11: approves nothing whose photos this person has not had open; the one of the round before does not matter', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    const photo = { step: 9, kind: 'photo', type: 'image/jpeg' }
    bench.files.push({ ...photo, id: 'now', before: false }, { ...photo, id: 'earlier', before: true })
    await bench.allOk(id, anna)
    const unseen = (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.deepEqual([error.code, error.details?.steps], ['not_reviewed', [9]])
      return true
    }
    await assert.rejects(bench.approve(id, anna), unseen)
    // A thumbnail is not a look, nor is another file.
    await bench.within((tx) => bench.look(tx, id, anna))
    await bench.within((tx) => bench.look(tx, id, anna, 'earlier'))
    await assert.rejects(bench.approve(id, anna), unseen)
    await bench.within((tx) => bench.look(tx, id, anna, 'now'))
    assert.equal((await bench.approve(id, anna)).needsSecond, false)
  })

  it('asks a second reviewer to look for themselves', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    await bench.take(id, boris)
    await assert.rejects(bench.approve(id, boris), code('not_reviewed'))
  })

  it('takes two different people from the threshold on', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued(bench.lender.flow.secondPersonFrom / 100)
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    assert.deepEqual(await bench.approve(id, anna), { state: 'Queued', needsSecond: true })
    await assert.rejects(bench.take(id, anna), code('second_person'))
    assert.equal(await bench.within((tx) => bench.leases.takeNext(tx, anna)), null)
    await bench.take(id, boris)
    await bench.allOk(id, boris)
    assert.equal((await bench.approve(id, boris)).needsSecond, false)
    assert.equal(await bench.state(id), 'Hyb_Verification_Approved')
  })

  it('counts the first person’s word no more once they may not review: the next is the first again', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const staff = [await bench.addStaff('Анна'), await bench.addStaff('Борис'), await bench.addStaff('Вера')] as const
    const [anna, boris, vera] = staff
    platform.reactions.add('office', {
      'word.counted': async (_, { staffId }) => {
        if (staffId === anna) throw fail('second_person')
      },
    })
    const id = await bench.queued(bench.lender.flow.secondPersonFrom / 100)
    for (const [staffId, needsSecond] of [
      [anna, true],
      [boris, true],
      [vera, false],
    ] as const) {
      await bench.take(id, staffId)
      await bench.allOk(id, staffId)
      assert.equal((await bench.approve(id, staffId)).needsSecond, needsSecond)
    }
  })

  it('does not let the first person approve by taking the request over from the second', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued(bench.lender.flow.secondPersonFrom / 100)
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    await bench.approve(id, anna)
    await bench.take(id, boris)
    await bench.take(id, anna).catch(() => {})
    await assert.rejects(bench.approve(id, anna), code('second_person'))
  })

  it('gives what the decision sent back to another person, and the waiting goes on where it stood', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    platform.clock.advance(20 * minute)
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    await bench.approve(id, anna)
    await bench.within(async (tx) => {
      const request = await bench.requests.lock(tx, id)
      await bench.requests.move(tx, request, { event: 'decideRefer', who: 'job', actor: { kind: 'job', id: 'decide' } })
    })
    platform.clock.advance(10 * minute)
    await assert.rejects(bench.take(id, anna), code('second_person'))
    await bench.take(id, boris)
    assert.equal((await bench.page(id, boris)).waitingMinutes, 30)
    await bench.allOk(id, boris)
    await bench.approve(id, boris)
    assert.equal(await bench.state(id), 'Hyb_Verification_Approved')
  })

  it('sends back only what is marked, in words, and tells the client by SMS without names', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.verdict(id, 9, anna, 'ok')
    await bench.verdict(id, 10, anna, 'fix', 'Фамилия как в паспорте')
    assert.deepEqual(await bench.sendBack(id, anna), { state: 'RollbackVerification' })
    const request = await bench.requests.find(id)
    assert.deepEqual(request?.shown.returned, [10])
    assert.ok(request)
    const kept = await bench.within((tx) => bench.steps.all(tx, request))
    assert.deepEqual(
      kept.map(({ number, accepted, remarks }) => [number, accepted, remarks]),
      [
        [9, true, []],
        [10, false, [{ reason: 'Данные не совпадают с документом', comment: 'Фамилия как в паспорте' }]],
        [25, true, []],
      ],
    )
    assert.equal(bench.sent[0]?.kind, 'requestReturned')
    assert.doesNotMatch(bench.sent[0]?.text ?? '', /Анна|Ёлкин/)
  })

  it('does not send back without a word of what to correct', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    await assert.rejects(bench.sendBack(id, anna), code('not_reviewed'))
  })

  it('opens only what came back corrected in the second round, the old answer beside the new', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.verdict(id, 9, anna, 'ok')
    await bench.verdict(id, 25, anna, 'ok')
    await bench.verdict(id, 10, anna, 'fix')
    await bench.sendBack(id, anna)
    platform.clock.advance(minute)
    await bench.accept(id, 10, { ...answers[10], surname: 'Ёлкина-Новая' })
    await bench.send(id)
    await bench.take(id, boris)
    const page = await bench.page(id, boris)
    assert.equal(page.round, 2)
    assert.deepEqual(
      page.items.map(({ step, open, verdict }) => [step, open, verdict?.verdict]),
      [
        [10, true, undefined],
        [9, false, 'ok'],
        [25, false, 'ok'],
      ],
    )
    assert.deepEqual(page.items[0]?.rows[0], { label: 'Фамилия', value: 'Ёлкина-Новая', before: 'Ёлкина' })
    await bench.allOk(id, boris)
    await bench.approve(id, boris)
    assert.equal(await bench.state(id), 'Hyb_Verification_Approved')
  })

  it('refuses with a coded reason of which the client learns the class', async () => {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    const version = await bench.version(id)
    const refuse = (reason: 'forged_document' | 'other') =>
      bench.within((tx) => bench.outcomes.refuse(tx, id, anna, { version, reason }))
    await assert.rejects(refuse('other'), code('invalid_answers'))
    assert.deepEqual(await refuse('forged_document'), { state: 'Rejected', reason: 'documents' })
    const request = await bench.requests.find(id)
    assert.deepEqual(request?.shown.rejection, { reason: 'documents', comeBackOn: '2026-04-01' })
    assert.doesNotMatch(JSON.stringify(request?.shown), /forged|Анна/)
    assert.equal(bench.sent[0]?.kind, 'requestRefused')
  })

  it('refuses a write made on an older version, and says what happened since', async () => {
    const bench = reviewBench(await open())
    const [anna, boris] = [await bench.addStaff('Анна'), await bench.addStaff('Борис')]
    const id = await bench.queued()
    await bench.take(id, anna)
    const seen = await bench.version(id)
    await bench.take(id, boris)
    await bench.take(id, anna)
    await assert.rejects(
      bench.within((tx) => bench.outcomes.approve(tx, id, anna, seen)),
      (error: unknown) => {
        assert.ok(error instanceof Failure)
        assert.equal(error.code, 'version_conflict')
        const { changes } = error.details as { changes: { who: string }[] }
        assert.deepEqual(
          changes.map(({ who }) => who),
          ['Борис', 'Анна'],
        )
        return true
      },
    )
  })

  it('refuses verdicts without the words they need, and a second verdict on what was settled', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    const version = await bench.version(id)
    const save = (verdict: object) =>
      bench.within((tx) => bench.verdicts.save(tx, id, 9, anna, { version, verdict: verdict as never }))
    await assert.rejects(save({ verdict: 'fix' }), code('invalid_answers'))
    await assert.rejects(save({ verdict: 'fix', reason: 'other' }), code('invalid_answers'))
    await assert.rejects(save({ verdict: 'fraud' }), code('invalid_answers'))
    await save({ verdict: 'fix', reason: 'other', comment: 'Снимите ещё раз' })
  })

  it('ends a review once, whoever sends the outcome again', async () => {
    const bench = reviewBench(await open())
    const anna = await bench.addStaff('Анна')
    const id = await bench.queued()
    await bench.take(id, anna)
    await bench.allOk(id, anna)
    const ends = await Promise.allSettled([1, 2, 3].map(() => bench.approve(id, anna)))
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(bench.approve(id, anna), code('state_conflict'))
  })
})
