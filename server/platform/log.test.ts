import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from './clock.ts'
import { openLog } from './log.ts'

function written(use: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = []
  use(openLog({ clock: testClock(), write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('hides fields by name, however deep, and bodies and query strings altogether', () => {
  const line = written((log) =>
    log.info({
      client: { phone: '+79990000001', first_name: 'Invented', nested: [{ 'api-key': 'k1' }] },
      req: { method: 'POST', url: '/service/x?code=111111', headers: { cookie: 'c1' }, body: { a: 'b1' } },
      requestId: 'r1',
    }),
  )
  for (const secret of ['9990000001', 'Invented', 'k1', '111111', 'c1', 'b1']) assert.ok(!line.includes(secret), secret)
  assert.match(line, /"route":"\/service\/x"/)
  assert.match(line, /"requestId":"r1"/)
})

test('hides numbers and addresses of people wherever they stand, also in errors', () => {
  const texts = [
    '+7 999 000-00-01',
    '89990000001',
    'person@invented.example',
    '4111 1111 1111 1111',
    '45 00 000001',
    '000-000-001 00',
  ]
  for (const text of texts) {
    const line = written((log) => log.error(new Error(`duplicate (${text}) in /a/b?x=1`)))
    assert.ok(!line.includes(text), text)
    assert.ok(!line.includes('x=1'))
  }
})

test('keeps identifiers and times readable', () => {
  const id = '3f0c5a52-7d6e-4a5c-8a07-12345678abcd'
  const line = written((log) => log.info({ requestId: id, jobId: id }, `request ${id} moved`))
  assert.equal(line.split(id).length, 4)
})

test('one event is one line, without terminal codes', () => {
  const line = written((log) => log.info('a\r\nb\u001b[31m\u009b1m\u2028c'))
  assert.equal(line.trimEnd().split(/[\r\n\u2028]/).length, 1)
  assert.ok(![...line.trimEnd()].some((sign) => sign < ' ' || (sign >= '\u007f' && sign <= '\u009f')))
  assert.match(JSON.parse(line).message, /^a/)
})

test('writes nothing below its level', () => {
  assert.equal(
    written((log) => log.debug('quiet')),
    '',
  )
})
