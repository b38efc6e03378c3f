import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HelperGone, openHelper } from './helper.ts'

interface Echo {
  readonly said?: Uint8Array
  readonly pid: number
  readonly environment: readonly string[]
}

const open = () => openHelper<object, Echo>(new URL('../testing/echo-helper.ts', import.meta.url))

test('a helper answers from one process of its own that knows no secret', async () => {
  const ask = open()
  const bytes = new Uint8Array([1, 2, 255])
  const [one, two] = await Promise.all([ask({ say: bytes, after: 50 }), ask({})])
  assert.deepEqual([...(one.said ?? [])], [...bytes])
  assert.equal(one.pid, two.pid)
  assert.notEqual(one.pid, process.pid)
  assert.equal(
    one.environment.find((name) => name in process.env && !name.startsWith('NODE_CHANNEL')),
    undefined,
  )
})

test('what a helper throws is thrown here, and the next question is answered', async () => {
  const ask = open()
  await assert.rejects(ask({ wrong: 'no such page' }), /no such page/)
  assert.ok((await ask({})).pid)
})

test('when a helper ends, the next one is asked; who ends that too is refused', async () => {
  const ask = open()
  const { pid } = await ask({})
  const asked = ask({ after: 500 })
  process.kill(pid, 'SIGKILL')
  assert.notEqual((await asked).pid, pid)
  await assert.rejects(ask({ end: 'SIGKILL' }), HelperGone)
  assert.ok((await ask({})).pid)
})
