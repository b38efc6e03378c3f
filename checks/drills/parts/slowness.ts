import { Worker } from 'node:worker_threads'

/** Works for ten milliseconds of processor time, rests for ninety, and keeps count of how long the work took by the clock. */
const sampler = `
  const { parentPort } = require('node:worker_threads')
  const worked = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
  let wall = 0
  let work = 0
  const sample = () => {
    const [at, from] = [performance.now(), worked()]
    while (worked() - from < 10) for (let n = 0; n < 10000; n += 1) Math.sqrt(n)
    wall += performance.now() - at
    work += worked() - from
  }
  const timer = setInterval(sample, 90)
  parentPort.once('message', () => {
    clearInterval(timer)
    sample()
    parentPort.postMessage(wall / work)
  })
`

/**
 * How much slower than on an idle machine programs run here from now on, 1 at least: the time by the clock that a thread needs for a
 * piece of work, over the processor time it is given. A drill's limits are those of a machine that has nothing else to do: times this.
 */
export function watchSlowness(): () => Promise<number> {
  const worker = new Worker(sampler, { eval: true })
  worker.unref()
  return async () => {
    const found = new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject))
    worker.ref()
    worker.postMessage('stop')
    const slowness = Math.max(1, await found)
    await worker.terminate()
    return slowness
  }
}
