import assert from 'node:assert/strict'
import { it } from 'node:test'
import { date } from '../dates.ts'
import { zoneNameLine } from './machineZone.ts'
import type { Signal } from './signals.ts'
import { disputed, type ValueKind, verdictsOn } from './verdicts.ts'

const facts = { surname: 'Вымыслова', name: 'Анна', patronymic: 'Петровна' }
const values = {
  number: '4514235857',
  birthDate: date('1990-05-10'),
  sex: 'female',
  issuedOn: date('2014-06-01'),
  departmentCode: '770-001',
} as const
const reading = { values, name: zoneNameLine('Вымыслова', 'Анна', 'Петровна') }
const none: readonly Signal[] = []

it('each value of the passport is held against what was read of it', () => {
  const rows: readonly (readonly [ValueKind, string, string])[] = [
    ['passportNumber', '45\u00a014\u00a0235857', '45\u00a014\u00a0235858'],
    ['birthDate', '10.05.1990', '10.06.1990'],
    ['sex', 'Женский', 'Мужской'],
    ['passportIssuedOn', '01.06.2014', '02.06.2014'],
    ['departmentCode', '770-001', '770-002'],
  ]
  for (const [of, right, wrong] of rows) {
    const beside = { reading, signals: none, facts }
    assert.deepEqual(verdictsOn(of, right, beside), [{ by: 'machine', agrees: true, words: 'то же прочитано с фото' }])
    assert.deepEqual(verdictsOn(of, wrong, beside), [
      { by: 'machine', agrees: false, words: `с фото прочитано: ${right}` },
    ])
  }
})

it('a name is compared with the line it may be read wrong of; another name is seen', () => {
  const on = (name: string) => verdictsOn('name', '', { reading: { values, name }, signals: none, facts })
  assert.equal(
    on('PNRUSVYMYSLOVAK<ANNA<PETR0VNALKLKL').some(({ agrees }) => agrees),
    true,
  )
  assert.equal(disputed({ verdicts: on(zoneNameLine('Щукин', 'Григорий')) }), true)
  assert.deepEqual(on(''), [])
})

it('without a reading nothing is said of it; signals stand at the value they are about', () => {
  const signals: Signal[] = [{ kind: 'twoPersons', weight: 100, persons: 2, since: '' }]
  const beside = { signals, facts }
  assert.deepEqual(verdictsOn('birthDate', '10.05.1990', beside), [])
  assert.deepEqual(verdictsOn(undefined, 'x', beside), [])
  assert.deepEqual(
    verdictsOn('passportNumber', 'x', beside).map(({ by, agrees }) => [by, agrees]),
    [['signal', false]],
  )
  assert.deepEqual(
    verdictsOn('snils', 'x', { signals: none, facts }).map(({ by, agrees }) => [by, agrees]),
    [['checksum', true]],
  )
})

it('what a provider of identity said stands beside each value, and a value that is changed loses it', () => {
  const person = { ...facts, birthDate: date('1990-05-10'), snils: '11223344595', passportNumber: '4514235857' }
  const beside = { identity: { person, from: 'Госуслуги, 22 ноября' }, signals: none, facts }
  const by = (of: ValueKind, value: string) => verdictsOn(of, value, beside).filter((one) => one.by === 'identity')
  assert.deepEqual(by('name', 'Вымыслова Анна Петровна'), [
    { by: 'identity', agrees: true, words: 'подтверждено: Госуслуги, 22 ноября' },
  ])
  assert.deepEqual(by('passportNumber', '45\u00a014\u00a0235858'), [
    { by: 'identity', agrees: false, words: 'Госуслуги, 22 ноября: 45\u00a014\u00a0235857' },
  ])
  assert.equal(by('snils', '112-233-445\u00a095')[0]?.agrees, true)
  assert.deepEqual(by('inn', '500100732259'), [], 'it said nothing of it')
})
