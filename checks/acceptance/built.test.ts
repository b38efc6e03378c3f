import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { StepDefinition } from '#contract/step.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Screens of the text by mode; those whose mode it does not show are ours. */
const modes = {
  auth: [3, 16, 19, 20, 35],
  verification: [5, 9, 10, ...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34], 36, 37, 38, 39],
  public: [2, 18],
}

const built = () =>
  readdirSync(`${root}dist`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css|html)$/.test(file))
    .map((file) => ({ file, text: readFileSync(`${root}dist/${file}`, 'utf8') }))

const builtConsole = () => built().find(({ file }) => /debugConsole-[^/]+\.js$/.test(file))?.text ?? ''

test('2.6, 2.14, 2.25: each numbered screen is in the mode the text gives it', async () => {
  const found: Record<string, number[]> = { auth: [], verification: [], public: [] }
  for (const folder of readdirSync(`${root}steps`).filter((name) => /^step\d/.test(name))) {
    const { step } = (await import(`${root}steps/${folder}/step.ts`)) as { step: StepDefinition }
    found[step.mode]?.push(step.number)
  }
  const sorted = Object.entries(found).map(([mode, numbers]) => [mode, numbers.sort((a, b) => a - b)])
  // Appeals, which the text does not know, come after its numbers.
  assert.deepEqual(Object.fromEntries(sorted), { ...modes, auth: [...modes.auth, 40] })
})

test('3.22, 3.23: a network entry of the console has the fields and request types the text names', () => {
  const types = readFileSync(`${root}node_modules/vconsole/dist/vconsole.min.d.ts`, 'utf8')
  const entry = /class VConsoleNetworkRequestItem \{([\s\S]*?)\n {4}\}/.exec(types)?.[1] ?? ''
  const fields = [...entry.matchAll(/^ {8}(\w+)\??:/gm)].map(([, name]) => name)
  for (const name of [
    ...['id', 'name', 'method', 'url', 'status', 'statusText', 'readyState', 'header', 'requestHeader', 'getData'],
    ...['postData', 'response', 'responseSize', 'startTime', 'endTime', 'costTime'],
  ])
    assert.ok(fields.includes(name), name)
  assert.match(entry, /requestType: 'xhr' \| 'fetch' \| 'ping' \| 'custom';/)
})

test('4.29: the console that is built says the states of a request as the text does', () => {
  const text = builtConsole()
  for (const state of ['Pending', 'Loading', 'Abort', 'Timeout', 'Cancel', 'Sent', 'Unknown'])
    assert.match(text, new RegExp(`["'\`]${state}["'\`]`), state)
})

test('9.22, 9.23: nothing that is built holds a Chinese character', () => {
  const files = built()
  assert.ok(files.length > 30)
  assert.deepEqual(
    files.filter(({ text }) => /\p{Script=Han}/u.test(text)).map(({ file }) => file),
    [],
  )
})

test('9.26, 9.27: the console that is built counts rows of 30 px with a buffer of 100 px', () => {
  assert.equal(builtConsole().match(/itemHeight:30,buffer:100\b/g)?.length, 2, 'its log and its network list')
})
