import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { date } from '../dates.ts'
import {
  checkDigit,
  mendedNumberLine,
  nameAgrees,
  readNumberLine,
  type ZoneReading,
  zoneNameLine,
  zoneNumberLine,
} from './machineZone.ts'

const anna: ZoneReading = {
  number: '4514235857',
  birthDate: date('1990-05-10'),
  sex: 'female',
  issuedOn: date('2014-06-01'),
  departmentCode: '770-001',
}
const line = zoneNumberLine(anna)

describe('the machine-readable zone of the internal passport', () => {
  it('has the check digits of the standard', () => {
    // The example of ICAO Doc 9303, part 4, appendix B.
    assert.deepEqual(['L898902C3', '740812', '120415', 'ZE184226B<<<<<'].map(checkDigit), ['6', '2', '9', '1'])
  })

  it('is written in 44 signs and read back', () => {
    assert.equal(line.length, 44)
    assert.match(line, /^451235857\dRUS900510\dF<{7}4140601770001<\d\d$/)
    assert.deepEqual(readNumberLine(line), anna)
  })

  it('writes each Russian letter as one sign of its own', () => {
    assert.equal(zoneNameLine('Щёкин-Эйх', 'Юлия', 'Яковлевна'), 'PNRUSW2KIN<6QH<<7LI8<8KOVLEVNA<<<<<<<<<<<<<<')
    assert.equal(zoneNameLine('Ы'.repeat(60), 'А').length, 44)
  })

  it('takes no line with any one sign read wrong', () => {
    const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<'
    const passed: string[] = []
    for (let at = 0; at < line.length; at += 1)
      for (const sign of signs)
        if (sign !== line[at] && at !== 20 && readNumberLine(line.slice(0, at) + sign + line.slice(at + 1)))
          passed.push(`${at} ${sign}`)
    assert.deepEqual(passed, [])
  })

  it('takes no passport that was issued before fourteen, on no day, or before there were zones', () => {
    for (const wrong of [
      { issuedOn: date('2010-06-01') },
      { birthDate: date('2004-01-01'), issuedOn: date('2011-08-01') },
    ])
      assert.notDeepEqual(readNumberLine(zoneNumberLine({ ...anna, ...wrong })), { ...anna, ...wrong })
    assert.equal(readNumberLine(zoneNumberLine({ ...anna, birthDate: '1990-02-31' as ZoneReading['birthDate'] })), null)
  })

  it('knows the century of a birth by the issue', () => {
    const young = { ...anna, birthDate: date('2003-05-10'), issuedOn: date('2017-05-10') }
    assert.deepEqual(readNumberLine(zoneNumberLine(young)), young)
    const old = { ...anna, birthDate: date('1903-05-10'), issuedOn: date('2017-05-09') }
    assert.deepEqual(readNumberLine(zoneNumberLine(old)), old)
  })

  it('puts lost and doubled fillers back, and changes no digit', () => {
    for (const fillers of ['<<<<', '<<<<<<<<<', '<K<<C<<'])
      assert.equal(mendedNumberLine(line.replace(/<{7}/, fillers)), line)
    assert.equal(mendedNumberLine(line.replace('RUS', 'RUS9')), null)
    assert.equal(mendedNumberLine(line.replace('4', 'A')), null)
    assert.equal(mendedNumberLine(''), null)
  })

  it('compares a name as an OCR read it', () => {
    const name = { surname: 'Ёлкин', name: 'Фёдор', patronymic: 'Эдуардович' }
    assert.equal(nameAgrees('PNRUSZ2LKIN<K<F2DOR<KADUARDOVI3I<KLKLLLLLLLLLLKLKLKLK', name), true)
    assert.equal(nameAgrees('PNRUSEGKIN<<FEDOR<GDUARDOVI3<<<<', { ...name, surname: 'Елкин' }), true)
    assert.equal(nameAgrees('PNRUSJUKOV<<GRIGORIQ<L9VOVNA<<<<<', name), false)
    assert.equal(nameAgrees('', name), null)
    assert.equal(nameAgrees('PNRUSZ2LKINK<KOHLIZALKLKL', { surname: 'Ёлкин', name: 'Эльза' }), null)
  })
})
