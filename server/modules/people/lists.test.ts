import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { lifeBench, somebody } from '#server/testing/life.ts'
import { casesOf } from './case-store.ts'
import { readList } from './listFile.ts'
import { loadList, loadPassports } from './loading.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const titles = { name: 'ФИО', birth: 'Дата рождения', inn: 'ИНН' } as const
const head = 'ФИО;Дата рождения;ИНН\n'

onBothDatabases('lists and screening', (open) => {
  async function start() {
    const platform = await open()
    const life = lifeBench(platform)
    const { people } = life
    const load = (text: string, name = 'terrorists') => loadList(platform, name, utf8(head + text), titles)
    const end = async (clientId: string, outcome: 'cleared' | 'confirmed') => {
      const found = (await casesOf(platform.db, [clientId])).find(({ state }) => state !== 'closed')
      for (const staff of ['one', 'two'])
        await platform.transact((tx) =>
          people.cases.end(tx, found?.id ?? '', staff, { outcome, words: 'сверили с документом' }),
        )
    }
    return { platform, life, people, load, end }
  }

  it('a likeness holds the signature and the money until two have said that it is another person; it is not asked again', async () => {
    const { platform, life, people, load, end } = await start()
    const { actor, id } = await life.offered()
    await platform.transact((tx) => people.learn(tx, actor.id, somebody))
    await load('VYDUMKINA PROBA;17.05.1990;')
    await assert.rejects(life.code(actor, id), code('on_check'))
    const [held] = await casesOf(platform.db, [actor.id])
    assert.deepEqual([held?.kind, held?.holds, held?.data.line], ['screening', true, 2])
    assert.equal(await people.hold(actor.id), 'waits')
    await end(actor.id, 'cleared')
    const { package: asked } = await life.code(actor, id)
    // The same list again, and everybody once more: the matter is known.
    await people.screenEverybody()
    assert.equal(await people.onHold(actor.id), false)
    // Another file that has the person on it is another matter, found by the sweep between code and signature.
    await load('Выдумкина Проба Тестовна;1990-05-17;', 'freezing')
    await people.screenEverybody()
    await assert.rejects(life.sign(actor, id, asked), code('on_check'))
    await end(actor.id, 'confirmed')
    await assert.rejects(life.code(actor, id), code('state_conflict'))
    assert.deepEqual((await life.current(id)).shown.rejection, { reason: 'other' })
  })

  it('everybody is compared with a changed list: each alphabet, ё, an ИНН; nobody else', async () => {
    const { platform, people, life, load } = await start()
    const persons = [
      { surname: 'Щукин', name: 'Фёдор', patronymic: 'Семёнович', birthDate: '1980-01-02' },
      { surname: 'Юрьева-Цой', name: 'Мария', patronymic: 'Ильинична', birthDate: '1981-02-03' },
      { surname: 'Иванов', name: 'Иван', patronymic: 'Иванович', birthDate: '1982-03-04', inn: '500100732259' },
      { surname: 'Щукин', name: 'Фёдор', patronymic: 'Семёнович', birthDate: '1980-01-03' },
      { surname: 'Петров', name: 'Пётр', patronymic: 'Петрович', birthDate: '1983-04-05' },
    ]
    const ids: string[] = []
    for (const person of persons) {
      const { actor } = await life.approved()
      ids.push(actor.id)
      await platform.transact((tx) => people.learn(tx, actor.id, person))
    }
    await load(
      'SHCHUKIN FEDOR;02.01.1980;\n"Iureva TSOI Mariia Ilinichna";03.02.1981;\nКто-то Другой;01.01.1950;500100732259\nПЕТРОВ ПЕТР ПЕТРОВИЧ;;',
    )
    await people.screenEverybody()
    const held = await Promise.all(ids.map((id) => people.onHold(id)))
    assert.deepEqual(held, [true, true, true, false, true])
    const [file] = await people.files()
    assert.deepEqual([file?.entries, file?.screened_at], [4, platform.clock.now()])
  })

  it('a file is taken whole or not at all; the one before stays in force', async () => {
    const { people, load } = await start()
    const good = await load('Иванов Иван;01.02.1990;\nИванов Иван;1990-02-01;')
    assert.deepEqual([good.taken, good.file.lines.length, good.file.doubles], [true, 1, 1])
    const bad = await load('Иванов Иван;31.02.1990;\nПетров Пётр;;\nСидоров Сидор Сидорович;;123')
    assert.equal(bad.taken, false)
    assert.deepEqual(bad.file.problems, [
      { line: 2, what: 'a day of birth that is none' },
      { line: 3, what: 'nobody to compare with: a name of two words needs a day of birth' },
      { line: 4, what: 'a inn that is none' },
    ])
    assert.deepEqual((await load('')).taken, false)
    const files = await people.files()
    assert.deepEqual([files.length, files[0]?.sha256], [1, good.sha256])
    await assert.rejects(
      load('').then(() => readList(utf8('Имя;Год\n'), titles)),
      /no column «ФИО»: it has имя, год/,
    )
  })

  it('a list older than the lender allows is an alarm, and so is none of the law', async () => {
    const { platform, people, load } = await start()
    const old = async () => (await platform.metrics.text()).split('\n').filter((line) => line.startsWith('list_old'))
    assert.deepEqual(await old(), ['list_old{list="",kind="screening"} 1'])
    await load('Иванов Иван;01.02.1990;')
    await loadList(platform, 'fincert', utf8('ИНН\n500100732259'), { inn: 'ИНН' }, 'fincert')
    const both = (value: number) => [
      `list_old{list="fincert",kind="fincert"} ${value}`,
      `list_old{list="terrorists",kind="screening"} ${value}`,
    ]
    const week = 7 * 86_400_000
    platform.clock.advance(week)
    assert.deepEqual(await old(), both(0))
    assert.deepEqual(
      (await people.files()).map((file) => file.old),
      [false, false],
    )
    platform.clock.advance(1)
    assert.deepEqual(await old(), both(1))
    assert.deepEqual(
      (await people.files()).map((file) => file.old),
      [true, true],
    )
    await load('Иванов Иван;01.02.1990;')
    assert.deepEqual(
      (await people.files()).map((file) => file.old),
      [true, false],
    )
  })

  it('encodings, separators and quotes of every office', () => {
    const rows = ['ФИО;Дата рождения;ИНН', 'Ёлкин "Пётр";01.02.1990;']
    const windows = Uint8Array.from(rows.join('\r\n'), (letter) => {
      const at = letter.codePointAt(0) ?? 0
      if (letter === 'Ё') return 0xa8
      if (letter === 'ё') return 0xb8
      return at >= 0x410 && at <= 0x44f ? at - 0x410 + 0xc0 : at
    })
    const expected = readList(utf8(rows.join('\n')), titles).lines
    assert.deepEqual(readList(windows, titles).lines, expected)
    const quoted = '\uFEFF"ФИО","Дата рождения","ИНН"\n"Ёлкин ""Пётр""","01.02.1990",""\n'
    assert.deepEqual(readList(utf8(quoted), titles).lines, expected)
    assert.equal(expected[0]?.keys[0]?.[1], 'elkin petr 1990-02-01')
  })

  it('own lists: by each key, until a day; off again by two; a name counts with its birthday', async () => {
    const { platform, people, life } = await start()
    const { actor } = await life.approved()
    await platform.transact((tx) => people.learn(tx, actor.id, { ...somebody, phone: '+79000000077' }))
    const add = (entry: Omit<Parameters<typeof people.list>[2], 'reason'>) =>
      platform.transact((tx) => people.list(tx, 'one', { ...entry, reason: 'проверка' }))
    const listed = () => people.listed(actor.id, {})
    await add({ list: 'trusted', by: 'phone', value: '8 900 000-00-77' })
    await add({ list: 'watch', by: 'name', value: 'выдумкина проба', birthDate: '1990-05-17', until: '2026-03-02' })
    // 23:59 in Moscow, and a minute later
    platform.clock.set('2026-03-02T20:59:00Z')
    assert.deepEqual(await listed(), ['trusted', 'watch'])
    platform.clock.set('2026-03-02T21:00:00Z')
    assert.deepEqual(await listed(), ['trusted'])
    const over = { list: 'watch', by: 'phone', value: '8 900 000-00-77', until: '2026-03-02' } as const
    await assert.rejects(add(over), code('invalid_answers'))
    await assert.rejects(add({ list: 'black', by: 'snils', value: '112-233-445 96' }), code('invalid_answers'))
    await assert.rejects(add({ list: 'black', by: 'name', value: 'Выдумкина Проба' }), code('invalid_answers'))
    const trusted = (await people.entries(null, 10)).find(({ list }) => list === 'trusted')
    const remove = (staff: string) => platform.transact((tx) => people.removeEntry(tx, staff, trusted?.id ?? ''))
    const confirm = (staff: string) => platform.transact((tx) => people.confirmEntry(tx, staff, trusted?.id ?? ''))
    await remove('one')
    assert.deepEqual(await listed(), ['trusted'])
    await assert.rejects(confirm('one'), code('second_person'))
    await confirm('two')
    assert.deepEqual(await listed(), [])
  })

  it('passports that are not valid: by number, of the last file of each name; a signal, no hold', async () => {
    const { platform, people, life } = await start()
    const ids = new Map<string, string>()
    for (const passportNumber of ['4500000055', '4500000054', '4500000056', '4600000055', '4599999999']) {
      const { actor } = await life.approved()
      await platform.transact((tx) => people.learn(tx, actor.id, { passportNumber: '4500000057' }))
      platform.clock.advance(1000)
      await platform.transact((tx) => people.learn(tx, actor.id, { passportNumber }))
      ids.set(passportNumber, actor.id)
    }
    const load = (text: string, name = 'mvd') =>
      loadPassports(
        platform,
        name,
        (async function* () {
          // In pieces that cut lines apart.
          for (let at = 0; at < text.length; at += 7) yield utf8(text.slice(at, at + 7))
        })(),
      )
    const invalid = async (number: string) =>
      (await people.signals(ids.get(number) ?? '')).find(({ kind }) => kind === 'invalidPassport')
    const first = await load(
      'PASSP_SERIES,PASSP_NUMBER\r\n4500,000055\r\n4500,000057\nXIV-АК,123456\n45 99;999999\n4500,000055',
    )
    assert.deepEqual([first.entries, first.problems, first.shown, first.taken], [3, 1, [4], true])
    const found = await invalid('4500000055')
    assert.deepEqual([found?.persons, found?.weight, found?.compared], [1, 100, 'номер паспорта, список «mvd»'])
    assert.ok(await invalid('4599999999'))
    for (const number of ['4500000054', '4500000056', '4600000055'])
      assert.equal(await invalid(number), undefined, number)
    assert.equal(await people.hold(ids.get('4500000055') ?? ''), null)
    assert.equal((await load('nothing\nof the kind')).taken, false)
    assert.ok(await invalid('4500000055'))
    await load('4500,000056\n')
    assert.equal(await invalid('4500000055'), undefined)
    assert.ok(await invalid('4500000056'))
    const files = await people.files()
    assert.deepEqual(
      files.map(({ name, kind, entries }) => [name, kind, entries]),
      [['mvd', 'invalidPassports', 1]],
    )
  })

  it('a file of ФинЦЕРТ: by who gets the money, a phone, a document; a signal, no hold and no own list', async () => {
    const { platform, people, life } = await start()
    const account = '40817810000000000001'
    const persons = [
      { destination: { kind: 'sbp', bankId: '1', bankName: 'Б', phone: '+79000000071' } },
      { destination: { kind: 'account', bik: '044525225', account, bankName: 'Б' } },
      { inn: '500100732259' },
      { phone: '+79000000071' },
      { phone: '+79000000072', destination: { kind: 'sbp', bankId: '1', bankName: 'Б', phone: '+79000000073' } },
    ] as const
    const ids: string[] = []
    for (const person of persons) {
      const { actor } = await life.approved()
      ids.push(actor.id)
      await platform.transact((tx) => people.learn(tx, actor.id, person))
    }
    const rows = `Телефон;Счёт;ИНН\n8 900 000-00-71;;\n;${account};\n;;500100732259`
    const columns = { phone: 'Телефон', account: 'Счёт', inn: 'ИНН' } as const
    assert.equal((await loadList(platform, 'fincert', utf8(rows), columns, 'fincert')).taken, true)
    const found = await Promise.all(
      ids.map(async (id) => (await people.signals(id)).find(({ kind }) => kind === 'fincert')),
    )
    assert.deepEqual(
      found.map((signal) => signal?.compared),
      [
        'получатель денег: «fincert», строка 2',
        'получатель денег: «fincert», строка 3',
        'ИНН: «fincert», строка 4',
        'телефон: «fincert», строка 2',
        undefined,
      ],
    )
    await people.screenEverybody()
    assert.equal(await people.hold(ids[0] ?? ''), null)
    assert.deepEqual(await people.listed(ids[0] ?? '', {}), [])
    assert.equal(
      (await loadList(platform, 'fincert', utf8('Телефон\n123'), { phone: 'Телефон' }, 'fincert')).taken,
      false,
    )
  })
})
