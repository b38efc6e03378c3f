import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type CalendarEvent, calendarFile } from './calendar.ts'
import { date } from './dates.ts'

const made = new Date('2026-03-02T09:00:00Z')

/** Reads a file back as a calendar does: unfolds, splits names from values, undoes the escapes. */
function read(file: string) {
  const unfolded = file.replace(/\r\n[ \t]/g, '')
  return unfolded
    .split('\r\n')
    .filter(Boolean)
    .map((line) => {
      const at = line.indexOf(':')
      const value = line.slice(at + 1).replace(/\\(n|.)/gi, (_, sign: string) => (sign === 'n' ? '\n' : sign))
      return [line.slice(0, at), value] as const
    })
}

const value = (file: string, name: string) => read(file).find(([found]) => found === name)?.[1]

const moment: CalendarEvent = {
  uid: 'release-1@zayavka.example',
  title: 'Период охлаждения закончится',
  text: 'До этого можно отказаться; бесплатно, одной кнопкой.\nПотом деньги уйдут',
  url: 'https://zayavka.example/step38',
  when: { at: new Date('2026-03-02T13:00:00Z') },
  remindMinutes: 30,
}

test('a moment is written in UTC', () => {
  const file = calendarFile([moment], made, 'Заявка')
  assert.equal(value(file, 'DTSTART'), '20260302T130000Z')
  assert.equal(value(file, 'DTSTAMP'), '20260302T090000Z')
  assert.equal(value(file, 'TRIGGER'), '-PT30M')
  assert.equal(value(file, 'DESCRIPTION'), moment.text)
})

test('a day lasts till the next one, over the end of a month too', () => {
  const file = calendarFile([{ ...moment, when: { day: date('2026-02-28') } }], made, 'Заявка')
  assert.equal(value(file, 'DTSTART;VALUE=DATE'), '20260228')
  assert.equal(value(file, 'DTEND;VALUE=DATE'), '20260301')
})

test('every text comes back as it was, in lines of 75 octets at most, all ended by CRLF', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary', maxLength: 300 }), (title, text) => {
      const clean = (raw: string) => raw.replace(/[\p{C}\r]/gu, '')
      const event = { ...moment, title: clean(title), text: clean(text) }
      const file = calendarFile([event], made, 'Заявка')
      assert.ok(file.endsWith('END:VCALENDAR\r\n'))
      assert.ok(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line)))
      assert.equal(value(file, 'SUMMARY'), event.title)
      assert.equal(value(file, 'DESCRIPTION'), event.text)
    }),
  )
})

test('begins and ends as many things as it opens', () => {
  const names = read(calendarFile([moment, { ...moment, uid: 'b' }], made, 'Заявка'))
  const begun = names.filter(([name]) => name === 'BEGIN').map(([, what]) => what)
  assert.deepEqual(begun, ['VCALENDAR', 'VEVENT', 'VALARM', 'VEVENT', 'VALARM'])
  assert.equal(names.filter(([name]) => name === 'END').length, begun.length)
})
