import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { validateLender } from './lender.ts'
import { hasRight, keptApart, neededBy, rightNames, usualRoles } from './roles.ts'

const problemsOf = (roles: unknown) => {
  const verdict = validateLender({ ...json, roles })
  return verdict.ok ? [] : verdict.problems.map(({ field, message }) => `${field}: ${message}`)
}

const manager = { id: 'accounts', title: 'Учётные записи', rights: ['staff.manage'] }

test('a lender that names no roles has the usual ones, which would stand in its file too', () => {
  const verdict = validateLender(json)
  assert.ok(verdict.ok)
  assert.deepEqual(verdict.lender.roles, usualRoles)
  assert.deepEqual(problemsOf(usualRoles), [])
})

test('roles that are named are the whole table', () => {
  const verdict = validateLender({ ...json, roles: [manager] })
  assert.ok(verdict.ok)
  assert.deepEqual(verdict.lender.roles, [manager])
})

test('every right is somebody’s among the usual roles; what one needs is a right without needs that lead in a circle', () => {
  for (const right of rightNames) {
    assert.ok(
      usualRoles.some((role) => hasRight(role, right)),
      right,
    )
    const way: string[] = [right]
    for (let at = neededBy(right); at; at = neededBy(at)) {
      assert.ok(!way.includes(at), `${way.join(' → ')} → ${at}`)
      way.push(at)
    }
  }
})

for (const [what, roles, said] of [
  ['nobody manages the staff', [{ ...manager, rights: ['journal.read'] }], /^roles: no role has staff\.manage/],
  ['no roles at all', [], /^roles: /],
  [
    'an unknown right',
    [{ ...manager, rights: ['staff.manage', 'money.print'] }],
    /^roles\.0\.rights\.1: "money\.print" is no right/,
  ],
  ['a role without rights', [manager, { id: 'idle', title: 'Никто', rights: [] }], /^roles\.1\.rights: /],
  ['two of one id', [manager, { ...manager, title: 'Другая' }], /^roles\.1\.id: two roles with the id accounts/],
  ['two of one title', [manager, { ...manager, id: 'other' }], /^roles\.1\.title: two roles with the title/],
  ['an id in words', [{ ...manager, id: 'Учётные записи' }], /^roles\.0\.id: .*small letters/],
  [
    'a right that opens nothing',
    [manager, { id: 'a', title: 'А', rights: ['loans.call'] }],
    /^roles\.1\.rights: a: loans\.call opens nothing without loans\.read/,
  ],
  ['an unknown field', [{ ...manager, name: 'x' }], /^roles\.0: unknown: name/],
] as const)
  test(`${what} is refused, with the field`, () => {
    const problems = problemsOf(roles)
    assert.ok(
      problems.some((problem) => said.test(problem)),
      JSON.stringify(problems),
    )
  })

/** A right with everything it needs. */
const whole = (right: string): string[] => {
  const needs = neededBy(right as never)
  return needs ? [...whole(needs), right] : [right]
}

for (const { does, confirms } of keptApart)
  test(`${does} and ${confirms}: one role with both is refused, and the first with nobody for the second`, () => {
    const both = { id: 'both', title: 'Оба', rights: [...new Set([...whole(does), ...whole(confirms)])] }
    assert.match(
      problemsOf([manager, both]).join(),
      new RegExp(`roles\\.1\\.rights: both both does and confirms.*${confirms}`),
    )
    const alone = { id: 'alone', title: 'Один', rights: whole(does) }
    assert.match(problemsOf([manager, alone]).join(), new RegExp(`roles: no role has ${confirms}`))
    const other = { id: 'other', title: 'Другой', rights: whole(confirms) }
    assert.deepEqual(problemsOf([manager, alone, other]), [])
  })
