import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { events } from '../life.ts'
import { eventOf, eventTypes } from './events.ts'

describe('types of the event feed', () => {
  it('every step of the life table is told, by one type each', () => {
    const told = Object.values(eventTypes).flatMap(({ from }) => [...from])
    assert.equal(new Set(told).size, told.length, 'no entry is told twice')
    for (const event of events) assert.ok(told.includes(`request.${event}`), event)
  })

  it('only the fields a type names leave; an entry that is nobody’s outside is not told', () => {
    const entry = {
      event: 'loan.payment',
      subject: { id: 'l1' },
      data: { amount: 100, providerId: 'p', paidOn: '2026-03-02', partReturn: false, note: 'Анна Иванова' },
    }
    assert.deepEqual(eventOf(entry), {
      type: 'ru.zayavka.loan.payment',
      subject: 'loans/l1',
      data: { amount: 100, providerId: 'p', paidOn: '2026-03-02', partReturn: false },
    })
    assert.equal(eventOf({ event: 'staff.signIn', subject: { id: 's' } }), null)
  })
})
