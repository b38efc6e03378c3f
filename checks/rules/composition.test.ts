import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'
import { root } from '../setup/testing.ts'

const parse = (text: string) => ts.createSourceFile('services.ts', text, ts.ScriptTarget.Latest, true)

function* inside(node: ts.Node): Generator<ts.Node> {
  for (const child of node.getChildren()) {
    yield child
    yield* inside(child)
  }
}

/** Whether an identifier is a use of a variable, not the name of a property or of what is declared. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node
  return !ts.isBindingElement(parent) && !ts.isTypeNode(parent)
}

/** What is wrong with a function that puts modules together: what it uses above its line, and statements that are rules of a domain. */
function faultsOf(text: string): string[] {
  const body = parse(text)
    .statements.filter(ts.isFunctionDeclaration)
    .find(({ name }) => name?.text === 'buildServices')?.body
  assert.ok(body, 'there is no buildServices')
  const declaredAt = new Map<string, number>()
  for (const statement of body.statements)
    if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations)
        for (const one of ts.isIdentifier(name) ? [name] : [...inside(name)].filter(ts.isIdentifier))
          declaredAt.set(one.text, statement.getStart())
  const faults: string[] = []
  for (const statement of body.statements) {
    const kind = ts.SyntaxKind[statement.kind]
    const plain =
      ts.isVariableStatement(statement) || ts.isExpressionStatement(statement) || ts.isReturnStatement(statement)
    if (!plain) faults.push(`${kind}: a rule belongs into a module`)
    for (const node of inside(statement)) {
      if (ts.isBlock(node)) faults.push(`a closure with statements, at «${node.parent.getText().slice(0, 40)}»`)
      if (!ts.isIdentifier(node) || !isUse(node)) continue
      const at = declaredAt.get(node.text)
      if (at !== undefined && at > statement.getStart()) faults.push(`${node.text} is used above its line`)
    }
  }
  return faults
}

test('services.ts is a list in order: nothing is used above its line, also not in a closure, and no rule lives in it', () => {
  assert.deepEqual(faultsOf(readFileSync(join(root, 'server/services.ts'), 'utf8')), [])
})

test('the rule sees a cycle behind a closure, a rule, and a closure with statements', () => {
  const wrong = `export function buildServices(platform) {
    const payouts = createPayouts({ platform, barred: (id) => offers.barred(id) })
    const offers = createOffers({ platform, payouts, tell: (tx) => { tx.x() } })
    function tell() {}
    return { payouts, offers, tell }
  }`
  assert.deepEqual(faultsOf(wrong).sort(), [
    'FunctionDeclaration: a rule belongs into a module',
    'a closure with statements, at «(tx) => { tx.x() }»',
    'a closure with statements, at «function tell() {}»',
    'offers is used above its line',
  ])
})
