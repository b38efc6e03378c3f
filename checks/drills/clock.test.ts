import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { verifyJournal } from '#server/platform/journal/verification.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestProduct } from '#server/testing/product.ts'
import { doubledIn } from './parts/doubled.ts'
import { figures } from './parts/figures.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** What the server's clock may do to a code of five minutes and a session of half an idle hour: how far it moves, and what must follow. */
const codes = [
  { by: 0, good: true },
  { by: 5 * minute - 1000, good: true },
  { by: 5 * minute + 1000, good: false },
  { by: hour, good: false },
  { by: day, good: false },
  { by: -hour, good: true },
  { by: -day, good: true },
] as const

const sessions = [
  { by: 30 * minute - 1000, good: true },
  { by: 30 * minute + 1000, good: false },
  { by: hour, good: false },
  { by: day, good: false },
  { by: -hour, good: true },
  { by: -day, good: true },
] as const

async function order(platform: TestPlatform, subject: string): Promise<string[]> {
  const { rows } = await sql<{
    event: string
  }>`select event from journal where subject_id = ${subject} order by seq`.execute(platform.db)
  return rows.map(({ event }) => event)
}

onBothDatabases('drill 21: the clock jumps', (open) => {
  let people = 0
  const phone = () => {
    people += 1
    return String(9_168_770_000 + people)
  }

  async function codeAfter(product: TestProduct, platform: TestPlatform, by: number): Promise<boolean> {
    const browser = product.browser(`198.51.100.${people + 1}`)
    const whose = phone()
    await browser.sendCode(whose)
    platform.clock.advance(by)
    const answer = await browser.signIn(whose)
    // A new account is asked for its documents only after its code was found good.
    return answer.status === 200 || codeOf(answer) === 'documents_required'
  }

  test('a code and a session live as long as they should, however the clock goes; nothing comes out of order', async (context) => {
    const platform = await open()
    const product = await openProduct(platform)
    let moved = 0
    const wrong: string[] = []
    const home = platform.clock.now()
    for (const { by, good } of codes) {
      platform.clock.set(home)
      const was = await codeAfter(product, platform, by)
      if (was !== good) wrong.push(`a code, the clock moved by ${by / 1000} s`)
      moved += 1
    }
    for (const { by, good } of sessions) {
      platform.clock.set(home)
      const browser = product.browser(`198.51.100.${people + 1}`)
      await browser.signUp(phone())
      platform.clock.advance(by)
      const { status } = await browser.call('POST', '/service/requests/current', {})
      if ((status === 200) !== good) wrong.push(`a session, the clock moved by ${by / 1000} s: ${status}`)
      moved += 1
    }

    platform.clock.set(home)
    const browser = product.browser('198.51.100.240')
    await browser.signUp(phone())
    const { _id: id } = (await browser.create()).body as { _id: string }
    const revisions: number[] = []
    for (const by of [0, -minute, 0, -minute, minute, 0]) {
      platform.clock.advance(by)
      const revision = revisions.at(-1) ?? 0
      const path = `/service/requests/${id}/steps/10/draft`
      const saved = await browser.call('PUT', path, { revision, patch: { formerSurname: `${revisions.length}` } })
      assert.equal(saved.status, 200, saved.text)
      revisions.push((saved.body as { revision: number }).revision)
      moved += by === 0 ? 0 : 1
    }
    assert.deepEqual(
      revisions,
      [...revisions].sort((a, b) => a - b),
    )
    platform.clock.advance(-minute)
    const { version } = (
      (await browser.call('GET', `/service/requests/${id}`)).body as { request: { version: number } }
    ).request
    const withdrawn = await browser.call('POST', `/service/requests/${id}/withdraw`, { version }, browser.key())
    assert.ok(withdrawn.status < 300, withdrawn.text)
    const events = await order(platform, id)
    assert.equal(events[0], 'request.create')
    assert.match(events.at(-1) ?? '', /withdraw/)
    const doubled = revisions.length - new Set(revisions).size + (await doubledIn(platform.db))
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.equal(verdict.ok, true)
    figures(context, {
      drill: 21,
      fault:
        'the server’s clock jumps by ±1 s around the limit, ±1 hour, ±1 day, backwards between saves, stands still',
      database: platform.database.kind === 'embedded' ? 'embedded' : 'PostgreSQL',
      load: `${people} people`,
      injected: moved + 1,
      acknowledged: revisions.length,
      lost: wrong.length,
      doubled,
      note: 'codes and sessions neither outlive nor fall short by a second; events in their order, the journal whole',
    })
    assert.deepEqual(wrong, [])
    assert.equal(doubled, 0)
    await product.close()
  })
})
