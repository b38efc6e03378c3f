import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

/** What the runner reads of a run of tests: a line of JSON each, as it happens. */
export type Told =
  | { readonly kind: 'failed'; readonly file: string; readonly title: string; readonly error: string }
  /** `whole`: the file itself, in a process of its own; else a test in it. */
  | { readonly kind: 'begun'; readonly file: string; readonly whole: boolean }
  | { readonly kind: 'ended'; readonly file: string; readonly seconds: number }
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'stderr'; readonly file: string; readonly text: string }
  | { readonly kind: 'counts'; readonly passed: number; readonly failed: number }

/** Node counts in the same words that a test may speak in. */
const counters = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/

/** A suite that another file has made for a test file is of that other file. */
const testFile = /\.test\.tsx?$/

function told({ type, data }: TestEvent): Told | null {
  switch (type) {
    case 'test:dequeue':
      return data.file && testFile.test(data.file)
        ? { kind: 'begun', file: data.file, whole: data.nesting === 0 && data.file.endsWith(data.name) }
        : null
    case 'test:complete': {
      const { name, nesting, file = '', details } = data
      const error = details.error as (Error & { failureType?: string }) | undefined
      if (error && error.failureType !== 'subtestsFailed')
        return { kind: 'failed', file, title: name, error: inspect(error.cause ?? error).slice(0, 4000) }
      return nesting === 0 && file.endsWith(name) ? { kind: 'ended', file, seconds: details.duration_ms / 1000 } : null
    }
    case 'test:diagnostic':
      return counters.test(data.message) ? null : { kind: 'said', text: data.message }
    case 'test:stderr':
      return { kind: 'stderr', file: data.file ?? '', text: data.message }
    case 'test:summary': {
      const { counts } = data
      return data.file === undefined
        ? { kind: 'counts', passed: counts.passed, failed: counts.tests - counts.passed - counts.skipped - counts.todo }
        : null
    }
    default:
      return null
  }
}

/** The reports of Node's own hold a failure back until every file before it has ended, which here is up to a quarter of an hour. */
export default async function* (source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of source) {
    const line = told(event)
    if (line) yield `${JSON.stringify(line)}\n`
  }
}
