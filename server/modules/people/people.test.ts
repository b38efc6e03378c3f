import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { errorCatalogue } from '#contract/errors.ts'
import type { Facts } from '#contract/facts.ts'
import { signalFacts } from '#contract/person/signals.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { lifeBench } from '#server/testing/life.ts'
import { replay } from '../decisions/replaying.ts'
import { casesOf } from './case-store.ts'
import type { Said } from './joining.ts'
import { linksOf } from './link-store.ts'

const passport = '4500000055'
type Ids<N extends number, Made extends string[] = []> = Made['length'] extends N ? Made : Ids<N, [...Made, string]>
/** Rounds of each race; 200 when it is drilled. */
const rounds = Number(process.env.RACES ?? 4)
/** A first offer, free: 10 000 ₽ for 14 days. */
const first = { firstLoan: true, amount: 1_000_000, term: 14 } satisfies Facts

onBothDatabases('N8: one person, however many phones', (open) => {
  async function start() {
    const platform = await open()
    const life = lifeBench(platform)
    const { people } = life
    const learn = (id: string, facts: Facts) => platform.transact((tx) => people.learn(tx, id, facts))
    const accountsOf = async <N extends number>(count: N) => {
      const ids = await Promise.all(Array.from({ length: count }, async () => (await life.approved()).actor.id))
      return ids.sort() as Ids<N>
    }
    const says = (what: (tx: Tx) => Promise<Said>) => keptFailures(platform, what)
    return { platform, life, people, learn, accountsOf, says }
  }

  it('two accounts with one passport hold a free first offer each: signed at once, one is free, the other is refused in words', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const people = lifeBench(platform).people
    for (let round = 0; round < 5; round += 1) {
      const passportNumber = `45000000${String(55 + round)}`
      const two = [await life.offered({ ...first, passportNumber }), await life.offered({ ...first, passportNumber })]
      const packages: string[] = []
      for (const { actor, id } of two) {
        await platform.transact((tx) => people.learn(tx, actor.id, { passportNumber }))
        packages.push((await life.code(actor, id)).package)
      }
      const signed = await Promise.allSettled(two.map(({ actor, id }, n) => life.sign(actor, id, packages[n] ?? '')))
      assert.deepEqual(signed.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const refused = signed.find((each) => each.status === 'rejected')
      assert.ok(code('terms_changed')(refused?.reason), String(refused?.reason))
    }
    assert.equal(life.paid.length, 5)
  })

  it('accounts that share a key with a third are one person; others are not', async () => {
    const { accountsOf, learn, people } = await start()
    const [anna, again, third, other] = await accountsOf(4)
    await learn(anna, { passportNumber: passport, snils: '112-233-445 95' })
    await learn(again, { passportNumber: '45 00 000055' })
    await learn(third, { snils: '11223344595', inn: '500100732259' })
    await learn(other, { passportNumber: '4500000056' })
    await learn(anna, { passportNumber: '4500000099' })
    for (const id of [anna, again, third]) assert.deepEqual(await people.accounts(id), [anna, again, third].sort())
    assert.deepEqual(await people.accounts(other), [other])
    // A new passport is linked, the former one stays.
    await learn(other, { passportNumber: passport })
    assert.equal((await people.accounts(anna)).length, 4)
  })

  it('nothing of a key stands in the open', async () => {
    const { platform, learn, accountsOf } = await start()
    await learn((await accountsOf(1))[0], { passportNumber: passport })
    const rows = await platform.db
      .$extendTables<{ person_key: Record<string, unknown> }>()
      .selectFrom('person_key')
      .selectAll()
      .execute()
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes(passport) && !JSON.stringify(rows).includes(passport.slice(4)))
  })

  it('P1: any two offers of one person: signed at once on two servers, one is signed; the other is withdrawn in general words', async () => {
    const { platform, life } = await start()
    const servers = [life, lifeBench(platform)]
    for (let round = 0; round < rounds; round += 1) {
      const passportNumber = `46${String(round).padStart(4, '0')}0055`
      const two = [await life.offered({ passportNumber }), await life.offered({ passportNumber, surname: 'Иная' })]
      const packages: string[] = []
      for (const { actor, id } of two) {
        await platform.transact((tx) => life.people.learn(tx, actor.id, { passportNumber }))
        packages.push((await life.code(actor, id)).package)
      }
      const signed = await Promise.allSettled(
        two.map(async ({ actor, id }, n) => servers[n]?.sign(actor, id, packages[n] ?? '')),
      )
      assert.deepEqual(signed.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      const lost = two[signed.findIndex(({ status }) => status === 'rejected')]
      assert.ok(lost)
      await assert.rejects(life.code(lost.actor, lost.id), code('state_conflict'))
      const { state, shown } = await life.current(lost.id)
      assert.deepEqual([state, shown.rejection], ['Rejected', { reason: 'limits' }])
    }
    assert.equal(servers.flatMap(({ paid }) => paid).length, rounds)
    assert.doesNotMatch(JSON.stringify(errorCatalogue), /аккаунт|другой заявк|уже оформлен/)
  })

  it('СНИЛС of one and passport of another: joined by nobody but the staff, counted to both, no money until two have looked', async () => {
    const { platform, people, learn, accountsOf } = await start()
    const [anna, boris, both] = await accountsOf(3)
    await learn(anna, { passportNumber: passport, snils: '112-233-445 95' })
    await learn(boris, { passportNumber: '4500000056', snils: '087-654-303 00' })
    assert.equal(await people.hold(boris), null)
    await learn(both, { snils: '112-233-445 95', passportNumber: '4500000056' })
    assert.deepEqual(await people.accounts(anna), [anna, both].sort())
    assert.deepEqual(await people.accounts(boris), [boris, both].sort())
    assert.deepEqual(await people.accounts(both), [anna, boris, both].sort())
    assert.equal(await people.hold(both), 'waits')
    const held = (await casesOf(platform.db, [both])).find(({ holds }) => holds)
    assert.deepEqual([held?.kind, held?.holds], ['twoPersons', true])
    const end = (staff: string, words = 'звонили, видели паспорт', outcome: 'cleared' | 'confirmed' = 'cleared') =>
      platform.transact((tx) => people.cases.end(tx, held?.id ?? '', staff, { outcome, words }))
    await assert.rejects(end('first', ' '), code('invalid_answers'))
    assert.equal(await end('first'), false)
    await assert.rejects(end('first'), code('second_person'))
    assert.equal(await people.hold(both), 'waits')
    assert.equal(await end('second'), true)
    assert.equal(await people.hold(both), null)
    await assert.rejects(end('third'), code('state_conflict'))
  })

  it('a confirmed matter holds for good: the offer is withdrawn, not paid', async () => {
    const { platform, life, people } = await start()
    const { actor, id } = await life.offered()
    await platform.transact((tx) =>
      people.cases.open(tx, { kind: 'twoPersons', clientId: actor.id, subject: 'keys', holds: true, data: {} }),
    )
    const [row] = await casesOf(platform.db, [actor.id])
    for (const staff of ['first', 'second'])
      await platform.transact((tx) =>
        people.cases.end(tx, row?.id ?? '', staff, { outcome: 'confirmed', words: 'паспорт чужой' }),
      )
    assert.equal(await people.hold(actor.id), 'confirmed')
    await assert.rejects(life.code(actor, id), code('state_conflict'))
    assert.deepEqual((await life.current(id)).shown.rejection, { reason: 'other' })
  })

  it('the staff join and part accounts, one of them where no money is out; it is journaled and taken back', async () => {
    const { platform, people, learn, accountsOf, says } = await start()
    const [anna, again, other] = await accountsOf(3)
    await learn(anna, { passportNumber: passport })
    await learn(again, { passportNumber: passport })
    assert.equal((await casesOf(platform.db, [again]))[0]?.kind, 'twoAccounts')
    assert.deepEqual(await says((tx) => people.part(tx, 'staff', again)), { stands: true })
    assert.deepEqual(await people.accounts(anna), [anna])
    await assert.rejects(
      says((tx) => people.part(tx, 'staff', again)),
      code('state_conflict'),
    )
    const racing = await Promise.allSettled(
      ['one', 'two', 'three'].map((staff) => says((tx) => people.join(tx, staff, other, again))),
    )
    assert.deepEqual(racing.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    assert.deepEqual(await people.accounts(other), [again, other].sort())
    const [link] = await linksOf(platform.db, [other])
    assert.deepEqual(await says((tx) => people.undo(tx, 'staff', link?.id ?? '')), { stands: true })
    assert.deepEqual(await people.accounts(other), [other])
    await says((tx) => people.join(tx, 'staff', anna, again))
    assert.deepEqual(await people.accounts(anna), [anna, again].sort())
    const { rows } = await sql<{ event: string }>`select event from journal where event like 'person.%'
      and subject_id = ${again} order by seq`.execute(platform.db)
    assert.deepEqual(
      rows.map(({ event }) => event),
      ['person.parted', 'person.joined', 'person.undo', 'person.joined'],
    )
  })

  it('two of the staff where money is out, to join, to part and to take back', async () => {
    const { life, people, learn, accountsOf, says, platform } = await start()
    const { actor, id } = await life.offered()
    await life.sign(actor, id, (await life.code(actor, id)).package)
    const [other] = await accountsOf(1)
    const join = (staff: string) => says((tx) => people.join(tx, staff, other, actor.id))
    assert.deepEqual(await join('one'), { stands: false })
    await assert.rejects(join('one'), code('second_person'))
    assert.deepEqual(await people.accounts(other), [other])
    assert.deepEqual(await join('two'), { stands: true })
    const [link] = await linksOf(platform.db, [other])
    const undo = (staff: string) => says((tx) => people.undo(tx, staff, link?.id ?? ''))
    assert.deepEqual(await undo('one'), { stands: false })
    await assert.rejects(undo('one'), code('second_person'))
    assert.equal((await people.accounts(other)).length, 2)
    assert.deepEqual(await undo('two'), { stands: true })
    await learn(other, { passportNumber: passport })
    await learn(actor.id, { passportNumber: passport })
    assert.deepEqual(await says((tx) => people.part(tx, 'one', other)), { stands: false })
    assert.equal((await people.accounts(other)).length, 2)
    assert.deepEqual(await says((tx) => people.part(tx, 'two', other)), { stands: true })
    assert.deepEqual(await people.accounts(other), [other])
  })

  it('a verified identity joins by itself, whatever was typed and said before', async () => {
    const { platform, people, learn, accountsOf, says } = await start()
    const [anna, again] = await accountsOf(2)
    await learn(anna, { passportNumber: passport, snils: '112-233-445 95' })
    await learn(again, { passportNumber: passport })
    await says((tx) => people.part(tx, 'staff', again))
    const subject = { issuer: 'https://id.example', id: '42' }
    for (const id of [anna, again]) await platform.transact((tx) => people.prove(tx, id, subject))
    assert.deepEqual(await people.accounts(anna), [anna, again].sort())
  })

  it('P3: signals: payee, mail, name and address of others, by kind and number of persons; they come to the rules and can be replayed', async () => {
    const { platform, life, people, learn, accountsOf } = await start()
    const [other, third] = await accountsOf(2)
    const { actor, id } = await life.offered()
    const mine = life.requests.facts(await life.current(id))
    await learn(actor.id, { ...mine, email: 'anna@example.ru' })
    assert.deepEqual(await people.signals(actor.id), [])
    const { destination } = mine
    assert.ok(destination)
    await learn(other, { passportNumber: '4500000999', destination, email: 'ANNA@example.ru' })
    await learn(third, { passportNumber: '4500000998', destination })
    const again = (await accountsOf(1))[0]
    await learn(again, { passportNumber: '4500000998', destination })
    const found = await people.signals(actor.id)
    assert.deepEqual(
      found.map(({ kind, persons }) => [kind, persons]),
      [
        ['samePayee', 2],
        ['sameEmail', 1],
      ],
    )
    const { weight, samePayee, sameHome } = signalFacts(found)
    assert.deepEqual([weight, samePayee, sameHome], [70, 2, 0])
    // A strong signal is looked at by a person: keys of two persons.
    const crossed = await life.approved({ passportNumber: '4500000997' })
    await learn(crossed.actor.id, { passportNumber: '4500000998' })
    await learn(crossed.actor.id, { passportNumber: '4500000999' })
    await life.decisions.decide(crossed.id)
    const [decision] = await life.decisions.list(crossed.id)
    assert.deepEqual([decision?.outcome, decision?.reasons], ['refer', ['signalsHigh']])
    const again1 = await replay(platform.db, platform.clientKeys, decision?.id ?? '')
    assert.equal(again1?.same, true)
    const [said] = await life.decisions.explained(crossed.id)
    assert.deepEqual(said?.why, ['Сильные сигналы о человеке: смотрит второй сотрудник'])
    assert.equal(said?.known.bureau.length ? typeof said.known.burden : '', 'string')
  })

  it('P1: who has the name, the birthday and the payee of another client under another passport is looked at by a person', async () => {
    const { platform, people, learn, accountsOf } = await start()
    const [anna, alike, namesake] = await accountsOf(3)
    const name = { surname: 'Семёнова', name: 'Анна', birthDate: '1990-05-17' }
    const destination = { kind: 'card', token: 't1', mask: '*1' } as const
    await learn(anna, { ...name, passportNumber: passport, destination })
    await learn(alike, { ...name, surname: 'СЕМЕНОВА', passportNumber: '4500000056', destination })
    await learn(namesake, { ...name, passportNumber: '4500000057' })
    for (const id of [alike, namesake]) await platform.transact((tx) => people.compare(tx, id))
    const [found] = await casesOf(platform.db, [alike])
    assert.deepEqual([found?.kind, found?.holds, found?.data], ['alike', false, { with: anna, by: ['name', 'payee'] }])
    assert.deepEqual(await casesOf(platform.db, [namesake]), [])
    assert.deepEqual(await people.accounts(alike), [alike])
  })
})
