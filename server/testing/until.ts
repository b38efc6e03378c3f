import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until `what` holds, at most `seconds`; fails after that. */
export async function until(what: () => boolean | Promise<boolean>, seconds = 10): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await what())) {
    if (performance.now() > end) assert.fail(`not within ${seconds} s`)
    await sleep(10)
  }
}
