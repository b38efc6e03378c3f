import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testClock } from '#server/platform/clock.ts'
import { reactionTo } from './errors.ts'
import { bureauName, writeQuestion } from './kbki/writing.ts'
import type { RegistryQuestion } from './port.ts'
import { type Expected, readAnswer } from './reading/answer.ts'
import { uidControl } from './reading/values.ts'
import { answerLimits, readXml, XmlBad } from './reading/xml.ts'
import { sandboxBureaus, sandboxRegistry } from './sandbox.ts'
import { readQuestion, SchemaFault } from './stand-in/question.ts'
import { answerXml, block, inventedUid, type Known } from './stand-in/words.ts'
import { asker, question } from './testing.ts'

const [first, second, third] = sandboxBureaus

const xmlOf = (changes: Partial<RegistryQuestion> = {}) =>
  new TextDecoder().decode(writeQuestion(question(changes), asker))

describe('a question of format 3.0', () => {
  it('is taken by a schema check that shares no code with its writer', () => {
    const read = readQuestion(xmlOf())
    assert.deepEqual(
      [read.kind, read.window, read.passport, read.innChecked, read.subscriber],
      ['7', true, '4500000055', true, '1000000000000'],
    )
    assert.equal(readQuestion(xmlOf({ kind: '6', window: false })).kind, '6')
  })

  it('carries what people are called as text, never as markup', () => {
    const { person } = question()
    const xml = xmlOf({ person: { ...person, surname: 'О<&">\tБрайен' } })
    assert.match(xml, /О&lt;&amp;&quot;&gt;&#9;Брайен/)
    assert.throws(() => xmlOf({ person: { ...person, surname: 'А\u0000' } }), /character XML cannot carry/)
  })

  for (const [field, changes] of [
    ['passportIssuedOn', { person: { ...question().person, passportIssuedOn: '1980-01-01' } }],
    ['passportIssuedOn', { person: { ...question().person, passportIssuedOn: '2026-03-03' } }],
    ['passportNumber', { person: { ...question().person, passportNumber: '45' } }],
    ['inn', { kind: '6', person: { ...question().person, innChecked: false } }],
    ['inn', { person: { ...question().person, inn: '12' } }],
    ['snils', { person: { ...question().person, snils: '1' } }],
    ['consent.givenOn', { consent: { ...question().consent!, givenOn: '2026-03-03' } }],
    ['consent.givenOn', { consent: { ...question().consent!, givenOn: '2025-09-01' } }],
    ['consent.digest', { consent: { ...question().consent!, digest: 'x' } }],
    ['consent.purposes', { consent: { ...question().consent!, purposes: ['23'] } }],
  ] as const)
    it(`is not made with a wrong ${field}`, () => {
      assert.throws(() => writeQuestion(question(changes as Partial<RegistryQuestion>), asker), {
        name: 'RangeError',
        message: new RegExp(`^${field.replace('.', '\\.')} `),
      })
    })

  it('a consent of six months holds to the same day of the month, that day too', () => {
    const given = (givenOn: string, day: string) => () =>
      writeQuestion(question({ day, consent: { ...question().consent!, givenOn } }), asker)
    assert.doesNotThrow(given('2026-03-02', '2026-09-02'))
    assert.throws(given('2026-03-02', '2026-09-03'), RangeError)
    assert.doesNotThrow(given('2026-08-31', '2027-02-28'))
    assert.throws(given('2026-08-31', '2027-03-01'), RangeError)
  })

  it('writes the lender as bureaus take it, and says what they do not', () => {
    assert.equal(bureauName('ООО МКК «Пример Заявки»'), 'ООО МКК "ПРИМЕР ЗАЯВКИ"')
    assert.throws(() => bureauName('ООО Loans'), /legal\.fullName/)
  })

  it('the stand-in refuses another order, a name nobody knows, and a missing element, with the path', () => {
    const xml = xmlOf()
    const faults: Array<[string, RegExp]> = [
      [xml.replace(/(<ИНН>7700000000<\/ИНН>)(<ОГРН>1000000000000<\/ОГРН>)/, '$2$1'), /Абонент\/ЮридическоеЛицо/],
      [xml.replace('<ДатаРождения>', '<Рост>1</Рост><ДатаРождения>'), /Субъект/],
      [xml.replace(/<СНИЛС>\d+<\/СНИЛС>/, '<СНИЛС>000-000-000 00</СНИЛС>'), /СНИЛС/],
      [xml.replace(' Версия="3.0"', ' Версия="2.0"'), /@Версия/],
      [xml.replace('</Запрос>', ''), /./],
    ]
    for (const [broken, path] of faults)
      assert.throws(
        () => readQuestion(broken),
        (error) => error instanceof SchemaFault && path.test(error.message),
        broken,
      )
  })
})

const expected: Expected = {
  bureau: first,
  questionId: question().id,
  day: '2026-03-02',
  kind: '7',
  person: question().person,
}
const now = new Date('2026-03-02T09:00:00Z')
const encode = (text: string) => new TextEncoder().encode(text)

/** An answer of the window's bureau about what each knows. */
function answer(known: readonly Known[], change: (xml: string) => string = (xml) => xml) {
  const { head } = readQuestion(xmlOf())
  const blocks = known.map((each, index) =>
    block(sandboxBureaus[index] ?? third, each, { kind: '7', innChecked: true }, now),
  )
  const envelope = { bureau: first, questionId: question().id, day: '2026-03-02', answerId: 'a-1' }
  return encode(change(answerXml(envelope, { window: true, head }, blocks)))
}

function partsOf(known: readonly Known[], change?: (xml: string) => string) {
  const read = readAnswer(answer(known, change), expected)
  if (read.is !== 'answer') throw new Error(`${read.is}: ${JSON.stringify(read)}`)
  return read.parts
}

describe('an answer of format 3.0', () => {
  it('is read bureau by bureau: contracts, ban, applications, errors, nobody found', () => {
    const parts = partsOf([
      {
        contracts: [
          { cost: '18.280', monthly: 8125 },
          { cost: '-', monthly: '2.5E2', closed: '2026-03-01', source: second },
        ],
        bans: [['3', '2025-12-01', '2025-12-02']],
        applications: [{ at: '2026-03-01T21:40:00', stage: 4, reasons: [7, 8] }],
      },
      { unknown: true },
      { failed: 18 },
    ])
    assert.deepEqual(
      parts.map(({ bureau, outcome }) => [bureau, outcome]),
      [
        [first, 'given'],
        [second, 'personUnknown'],
        [third, { failed: 18 }],
      ],
    )
    const [{ contracts, ban, applications } = assert.fail()] = parts
    assert.ok(contracts.state === 'listed' && ban.state === 'listed' && applications.state === 'listed')
    assert.deepEqual(
      contracts.items.map(({ monthly, fullCost, closedOn, source }) => [monthly, fullCost, closedOn, source]),
      [
        [812_500, '18.28', null, first],
        [25_000, null, '2026-03-01', second],
      ],
    )
    assert.deepEqual(ban.items, [{ code: '3', statedAt: '2025-12-01T07:12:45.000Z', from: '2025-12-02' }])
    assert.deepEqual(applications.items[0]?.at, '2026-03-01T18:40:00.000Z')
    assert.deepEqual(parts[2]?.ban.state, 'unclear')
  })

  for (const [cost, read] of [
    ['-', null],
    ['NaN', null],
    ['INF', null],
    ['-5', null],
    ['1E3', '1000'],
    ['100', '100'],
    ['100.001', '100.001'],
  ] as const)
    it(`reads a full cost of ${cost} as ${read}`, () => {
      const [part] = partsOf([{ contracts: [{ cost }] }])
      assert.ok(part?.contracts.state === 'listed')
      assert.equal(part.contracts.items[0]?.fullCost, read)
    })

  it('what is withheld is not «no ban», and what nobody knows is unclear', () => {
    const ofBan = (verbatim: string) => partsOf([{ verbatim }])[0]
    const none = '<ОбязательствНет/>'
    assert.equal(ofBan(`${none}<СведенияОЗапретеНеПредоставляются/>`)?.ban.state, 'withheld')
    assert.equal(ofBan(none)?.ban.state, 'unclear')
    const code6 =
      '<УсловияЗапрета><Условие ДатаЗаявления="2026-01-01" ВремяЗаявления="10:00:00" НачалоДействия="2026-01-02">6</Условие></УсловияЗапрета>'
    assert.equal(ofBan(none + code6)?.ban.state, 'unclear')
    assert.deepEqual(ofBan(`${none}<ЗапретаБольшеНет/>`)?.remarks, ['groupUnknown'])
    // Names every object of JavaScript knows are no groups either.
    for (const name of ['constructor', 'toString'])
      assert.equal(ofBan(`${none}<СведенийОЗапретеНет/><${name}/>`)?.ban.state, 'unclear', name)
    assert.equal(ofBan('<СведенийОЗапретеНет/>')?.contracts.state, 'unclear')
  })

  it('that answers another question, day, person or bureau is none', () => {
    const why = (change: (xml: string) => string) => {
      const read = readAnswer(answer([{}], change), expected)
      return read.is === 'foreign' || read.is === 'broken' ? read.why : read.is
    }
    assert.equal(
      why((xml) => xml.replace(question().id, 'f'.repeat(8))),
      'question',
    )
    assert.equal(
      why((xml) => xml.replace('ДатаЗапроса="2026-03-02"', 'ДатаЗапроса="2026-03-01"')),
      'day',
    )
    assert.equal(
      why((xml) => xml.replace('Вымышленная', 'Другая')),
      'person',
    )
    assert.equal(
      why((xml) => xml.replace(`ОГРН="${first}" ТипОтвета`, `ОГРН="${second}" ТипОтвета`)),
      'bureau',
    )
    assert.equal(
      why((xml) => xml.replace('Версия="3.0"', 'Версия="2.0"')),
      'version',
    )
    assert.equal(
      why((xml) => xml.replace(/<КБКИ.*<\/КБКИ>/, '')),
      'no КБКИ',
    )
    assert.equal(
      why((xml) => xml.replace('<СведенийОЗапретеНет/>', '<СведенийОЗапретеНет/><СведенийОЗапретеНет/>')),
      'two groups of ban',
    )
  })

  it('a УИД has a control digit; a wrong one is kept, with a remark', () => {
    // The page's own example.
    assert.equal(uidControl('5a0c1b2e-0e11-11f1-8a01-0242ac110002'), 'c')
    assert.equal(inventedUid(1).length, 38)
    const [part] = partsOf([{ contracts: [{ uid: '5A0C1B2E-0E11-11F1-8A01-0242AC110002-D' }] }])
    assert.deepEqual(part?.remarks, ['uidWrong'])
    assert.ok(part?.contracts.state === 'listed' && part.contracts.items[0]?.uid.endsWith('-d'))
  })
})

describe('XML of strangers', () => {
  const deep = `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`
  const hostile: Readonly<Record<string, string | Uint8Array>> = {
    'a doctype': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    'entities by the billion': `<!DOCTYPE a [<!ENTITY b0 "x">${Array.from({ length: 9 }, (_, n) => `<!ENTITY b${n + 1} "${`&b${n};`.repeat(10)}">`).join('')}]><a>&b9;</a>`,
    'an external entity': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    'an entity without a doctype': '<a>&b;</a>',
    '200 000 levels': deep,
    'a million attributes': `<a ${Array.from({ length: 1_000_000 }, (_, n) => `b${n}="1"`).join(' ')}/>`,
    'too many elements': `<a>${'<b/>'.repeat(100_001)}</a>`,
    'a long text': `<a>${'x'.repeat(4097)}</a>`,
    'a character that is none': '<a>&#0;</a>',
    'broken UTF-8': Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x61, 0x3e),
    'UTF-16': new Uint8Array(Buffer.from('\ufeff<a/>', 'utf16le')),
    'another encoding': '<?xml version="1.0" encoding="windows-1251"?><a/>',
    'two roots': '<a/><b/>',
    'a prefix': '<x:a xmlns:x="y"/>',
    'a processing instruction': '<?xml-stylesheet href="http://127.0.0.1/"?><a/>',
    'an attribute twice': '<a b="1" b="2"/>',
    'an end that is missing': '<a><b></a>',
    nothing: '',
  }
  for (const [name, text] of Object.entries(hostile))
    it(`is refused with ${name}`, () => {
      const bytes = typeof text === 'string' ? encode(text) : text
      const started = performance.now()
      assert.throws(() => readXml(bytes, answerLimits), XmlBad)
      assert.ok(performance.now() - started < 5000)
    })

  it('may have a BOM, CDATA, and names of objects of ours', () => {
    const read = readXml(encode('\ufeff<a __proto__="1"><__proto__><![CDATA[<b>]]></__proto__></a>'), answerLimits)
    assert.deepEqual([read.attributes.get('__proto__'), read.children[0]?.text], ['1', '<b>'])
    assert.equal(({} as { text?: string }).text, undefined)
  })

  it('reads an answer of 20 000 lines', () => {
    const contracts = Array.from({ length: 20_000 }, (_, n) => ({ uid: inventedUid(n) }))
    const [part] = partsOf([{ contracts }])
    assert.ok(part?.contracts.state === 'listed' && part.contracts.items.length === 20_000)
  })
})

describe('the table of errors', () => {
  it('says what follows from each code', () => {
    const by = (reaction: string) =>
      Array.from({ length: 31 }, (_, n) => n + 1).filter((code) => reactionTo(code) === reaction)
    assert.deepEqual(by('ours'), [1, 2, 3, 8, 9, 20, 21, 25, 26, 27, 29, 30, 31])
    assert.deepEqual(by('again'), [4, 11, 16, 23, 24])
    assert.deepEqual(by('setup'), [5, 6, 7, 10, 14, 22])
    assert.deepEqual(by('wait'), [12])
    assert.deepEqual(by('person'), [13, 15])
    assert.deepEqual(by('later'), [17, 18, 19, 28])
    assert.deepEqual([reactionTo(99), reactionTo(77)], ['again', 'again'])
  })
})

describe('the demo’s bureaus', () => {
  it('answer a question at once, with a receipt, or not at all', async () => {
    const clock = testClock()
    const registry = sandboxRegistry({ clock, asker })
    const ask = (passportNumber: string) => {
      const asked = question({ id: crypto.randomUUID(), person: { ...question().person, passportNumber } })
      return registry.ask(asked, registry.prepare(asked)).then((reply) => ({ reply, asked }))
    }
    const { reply } = await ask('4500000001')
    assert.ok(reply.state === 'answered')
    assert.deepEqual(
      reply.parts.map(({ ban }) => ban.state),
      ['listed', 'listed', 'listed'],
    )
    const slow = await ask('4500009012')
    assert.ok(slow.reply.state === 'waiting')
    assert.equal(slow.reply.waitMs, 3000)
    const { ticket } = slow.reply
    const early = await registry.fetch(ticket, slow.asked)
    assert.ok(early.state === 'refused' && early.code === 12)
    clock.advance(3000)
    assert.equal((await registry.fetch(ticket, slow.asked)).state, 'answered')
    await assert.rejects(ask('4500000009'), { name: 'RegistryUnknown' })
  })
})
