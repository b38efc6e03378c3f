/**
 * Works through all that is due, as many at a time as one question finds. What could not be done is left out of the questions that follow: it is due
 * still, and keeps no other waiting.
 */
export async function eachDue(
  find: (but: readonly string[]) => Promise<readonly string[]>,
  work: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const left: string[] = []
  for (let some = await find(left); some.length > 0; some = await find(left)) left.push(...(await work(some)))
}
