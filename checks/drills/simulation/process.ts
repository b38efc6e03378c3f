import { openStore } from './database.ts'
import { walkOnce } from './walk.ts'

/** Walks the seeds it is given, one after another, and tells of each. */
const { FROM = '1', COUNT = '1', STRIDE = '1' } = process.env
const store = await openStore()
for (let n = 0; n < Number(COUNT); n += 1) {
  if (n % 20 === 0) await store.tidy()
  const seed = Number(FROM) + n * Number(STRIDE)
  const told = await walkOnce(store, seed).catch((error: Error) => ({
    seed,
    sha256: '',
    history: [],
    wrong: [`${error.message}\n${String(error.cause)}`],
    acknowledged: 0,
    crashes: 0,
    ended: 'nowhere',
  }))
  const { history, ...short } = told
  process.send?.({ ...short, lines: history.length })
}
await store.close()
process.disconnect()
