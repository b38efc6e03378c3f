const everyMs = 5

/**
 * The most computing of this thread between two turns of its event loop, ms: how long others had to wait for it, however busy the machine was. A bound
 * from above: what was done in several turns within a few milliseconds counts together.
 */
export function longestHeld(): () => number {
  let longest = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before)
    before = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1000)
  }, everyMs)
  return () => {
    clearInterval(timer)
    return longest
  }
}
