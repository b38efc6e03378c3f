import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfficePage, pagePath, pagePaths } from './routes.ts'

test('a page is declared by the folder of its screen, and by nothing else', () => {
  assert.equal(pagePath('steps/step09-passport/Screen.tsx'), '/step9')
  assert.equal(pagePath('../steps/step10-person/Screen.tsx'), '/step10')
  assert.equal(pagePath('./screens/docs/Screen.tsx'), '/docs')
  const others = ['steps/step09-passport/step.ts', 'client/screens/docs/Documents.tsx', 'client/start/Screen.tsx']
  for (const file of [...others, 'office/review/ReviewScreen.tsx', '']) assert.equal(pagePath(file), undefined, file)
  assert.deepEqual(pagePaths(['client/screens/phone/Screen.tsx', ...others]), ['/', '/phone'])
})

test('an address of the office is that of a page, or it is not', () => {
  for (const there of ['/', '/messages', '/invitation', '/requests/018f2a44']) assert.ok(isOfficePage(there), there)
  for (const none of ['', '/nothing', '/requests', '/requests/', '/requests/a/b', '/messages/', '/staff/anna'])
    assert.ok(!isOfficePage(none), none)
})
