import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkTimeout, loadChunk } from './loadChunk.ts'

const atOnce = async () => undefined

test('a chunk counts as failed after 120 s', () => assert.equal(chunkTimeout, 120_000))

test('a chunk that fails to come is asked for again', async (context) => {
  context.mock.method(console, 'error', () => undefined)
  let asked = 0
  const load = async () => {
    if (++asked < 3) throw new Error('no network')
    return 'screen'
  }
  assert.equal(await loadChunk(load, chunkTimeout, atOnce), 'screen')
  assert.equal(asked, 3)
})

test('after the last try the failure is final', async (context) => {
  context.mock.method(console, 'error', () => undefined)
  let asked = 0
  const load = async () => {
    asked++
    throw new Error('no network')
  }
  await assert.rejects(loadChunk(load, chunkTimeout, atOnce), /no network/)
  assert.equal(asked, 4)
})

test('a chunk that never comes fails at the time-out', async () => {
  await assert.rejects(
    loadChunk(() => new Promise(() => undefined), 20),
    /has not arrived after 20 ms/,
  )
})
