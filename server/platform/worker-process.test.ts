import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { EchoOrder } from '#server/testing/echo-worker.ts'
import { until } from '#server/testing/until.ts'
import { bytesOf, openWorkers, WorkerFailed, WorkerGone, type WorkerLimits } from './worker-process.ts'

interface Echo {
  readonly pid: number
  readonly environment: readonly string[]
  readonly folder: string
}

const usual: WorkerLimits = {
  atOnce: 1,
  waiting: 20,
  tries: 1,
  timeMs: 20_000,
  heapMb: 64,
  dataMb: 1200,
  answerBytes: 1_000_000,
  silent: true,
}

const open = (more: Partial<WorkerLimits> = {}) =>
  openWorkers<EchoOrder, Echo>(new URL('../testing/echo-worker.ts', import.meta.url), { ...usual, ...more })

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a worker process', () => {
  test('answers from one process of its own that knows no environment at all', async () => {
    const ask = open()
    const bytes = Buffer.alloc(300_000, 7)
    const [one, two] = await Promise.all([ask({ after: 50 }, bytesOf(bytes)), ask({})])
    assert.deepEqual(one.bytes, bytes)
    assert.equal(two.bytes.length, 0)
    assert.equal(one.answer.pid, two.answer.pid)
    assert.notEqual(one.answer.pid, process.pid)
    assert.deepEqual(one.answer.environment, [])
    assert.notEqual(one.answer.folder, process.cwd())
  })

  test('what it throws is thrown here, and the next question is answered by the same process', async () => {
    const ask = open()
    const { answer } = await ask({})
    await assert.rejects(
      ask({ wrong: 'no such page' }),
      (error) => error instanceof WorkerFailed && /no such page/.test(error.message),
    )
    assert.equal((await ask({})).answer.pid, answer.pid)
  })

  test('when one ends over a question, nobody else hears of it', async () => {
    const ask = open({ atOnce: 2 })
    const slow = ask({ after: 300 })
    await assert.rejects(ask({ end: 'SIGKILL' }), WorkerGone)
    const { answer } = await ask({})
    assert.equal((await slow).answer.environment.length, 0)
    assert.ok(runs(answer.pid))
  })

  test('asked of another when told to; who ends that too is refused', async () => {
    const ask = open({ tries: 2 })
    const { answer } = await ask({})
    const asked = ask({ after: 500 })
    process.kill(answer.pid, 'SIGKILL')
    assert.notEqual((await asked).answer.pid, answer.pid)
    await assert.rejects(ask({ end: 'SIGKILL' }), WorkerGone)
  })

  test('one that never stops computing is ended with its folder, and the next one answers', async () => {
    const ask = open({ timeMs: 1500 })
    const { answer } = await ask({})
    await assert.rejects(ask({ hang: true }), /longer than 1500 ms/)
    await until(() => !runs(answer.pid) && !existsSync(answer.folder))
    assert.notEqual((await ask({})).answer.pid, answer.pid)
  })

  test('is bounded in its objects', async () => {
    const ask = open()
    await assert.rejects(ask({ take: { objects: 1000 } }), WorkerGone)
    assert.ok((await ask({})).answer.pid)
  })

  test('is bounded in native memory where the kernel counts it', { skip: process.platform !== 'linux' }, async () => {
    const ask = open()
    await assert.rejects(
      ask({ take: { native: 3000 } }),
      (error) => error instanceof WorkerGone || error instanceof WorkerFailed,
    )
    assert.ok((await ask({})).answer.pid)
  })

  test('an answer larger than it may be ends the process; one as large comes', async () => {
    const ask = open()
    assert.equal((await ask({ say: 1_000_000 })).bytes.length, 1_000_000)
    await assert.rejects(ask({ say: 1_000_001 }), WorkerGone)
  })

  test('bytes that break off refuse their question with their own reason and no other', async () => {
    const ask = open()
    const broken = {
      size: 100,
      *chunks() {
        yield Buffer.alloc(50)
        throw new Error('the disk is gone')
      },
    }
    await assert.rejects(ask({}, broken), /the disk is gone/)
    await assert.rejects(ask({}, { size: 10, chunks: () => [Buffer.alloc(5)] }), /announced/)
    assert.ok((await ask({})).answer.pid)
  })

  test('more than may wait are turned away at once', async () => {
    const ask = open({ waiting: 2 })
    const asked = Array.from({ length: 5 }, () =>
      ask({ after: 200 }).then(
        () => 'answered',
        (error) => error.code,
      ),
    )
    assert.deepEqual((await Promise.all(asked)).sort(), [
      'answered',
      'answered',
      'answered',
      'unavailable',
      'unavailable',
    ])
  })
})
