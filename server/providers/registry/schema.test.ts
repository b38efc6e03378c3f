import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { validateXML } from 'xmllint-wasm'
import { writeQuestion } from './kbki/writing.ts'
import { sandboxBureaus } from './sandbox.ts'
import { readQuestion } from './stand-in/question.ts'
import { answerXml, block, errorXml, receiptXml } from './stand-in/words.ts'
import { asker, question } from './testing.ts'

const [first] = sandboxBureaus

describe('the schema written from the page, by libxml', () => {
  const schema = readFileSync(new URL('format-3.0.xsd', import.meta.url), 'utf8')
  const valid = async (xml: string) =>
    (await validateXML({ xml: [{ fileName: 'a.xml', contents: xml }], schema: [schema] })).valid
  const xml = (changes: Parameters<typeof question>[0] = {}) =>
    new TextDecoder().decode(writeQuestion(question(changes), asker))

  it('takes our questions, and refuses them once broken', async () => {
    const { person } = question()
    const { inn: _inn, snils: _snils, patronymic: _patronymic, ...bare } = person
    for (const changes of [
      {},
      { kind: '6' as const, window: false },
      { person: { ...bare, innChecked: false } },
      { person: { ...person, formerSurname: 'Прежняя' } },
    ])
      assert.equal(await valid(xml(changes)), true)
    assert.equal(await valid(xml().replace('<Цель КодЦели="2"/><СуммаОбязательства', '<СуммаОбязательства')), false)
    assert.equal(await valid(xml().replace(/<СНИЛС>\d+/, '<СНИЛС>000-000')), false)
  })

  it('takes every answer the stand-in gives, and its receipts', async () => {
    const { head } = readQuestion(xml())
    const now = new Date('2026-03-02T09:00:00Z')
    const envelope = { bureau: first, questionId: 'q', day: '2026-03-02', answerId: 'a' }
    const known = [
      {},
      { failed: 18 },
      { unknown: true },
      {
        contracts: [{}, { cost: '-', closed: '2026-03-01' }],
        bans: [['3', '2025-12-01', '2025-12-02'] as const],
        applications: [{ at: '2026-03-01T21:40:00+03:00', reasons: [7] }],
      },
    ]
    for (const kind of ['6', '7'])
      for (const innChecked of [true, false]) {
        const blocks = known.map((each) => block(first, each, { kind, innChecked }, now))
        assert.equal(await valid(answerXml(envelope, { window: true, head }, blocks)), true)
      }
    for (const receipt of [receiptXml(envelope, 2500), receiptXml(envelope), errorXml(first, 12, 'Ответ не готов')])
      assert.equal(await valid(receipt), true)
  })
})
