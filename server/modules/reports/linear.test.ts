import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hideMailAddresses } from '#contract/mailAddresses.ts'
import { redactText } from '#server/platform/redaction.ts'
import { readEnvelope } from './envelope.ts'
import { readViolation } from './violation.ts'

/** What attacked quadratic patterns: of addresses, of letters' addresses, of phones, of tokens. */
const hostile = ['/', '-877', 'a', 'a+', 'a@', '8 (', "/?'", '_-', '+7', '"', '\\', ' ', '[', '{"']

const eventOf = (text: string) => {
  const crumbs = Array.from({ length: 30 }, () => ({
    message: text,
    category: text,
    data: { url: text, list: [text] },
  }))
  const frames = [{ filename: text, lineno: 1 }]
  const exception = { values: [{ type: text, value: text, stacktrace: { frames } }] }
  const event = { exception, message: text, request: { url: text }, transaction: text, release: text }
  return `{}\n{"type":"event"}\n${JSON.stringify({ ...event, breadcrumbs: crumbs })}\n`
}

/** Milliseconds of the processor, the least of several runs: what else the machine does is not counted, and the rest only ever adds. */
function costOf(work: () => unknown): number {
  work()
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    for (let n = 0; n < 3; n += 1) work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...runs)
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'an error report': (text) => readEnvelope(eventOf(text)),
  'an error report in lines': (text) => readEnvelope(text.replaceAll('"', '\n')),
  'a report of the policy': (text) =>
    readViolation(JSON.stringify({ 'csp-report': { 'blocked-uri': text, 'source-file': text, 'document-uri': text } })),
  'a line of the log': redactText,
  'addresses of letters': (text) => hideMailAddresses(text, 'x'),
}

for (const [name, read] of Object.entries(readers)) {
  test(`N1: ${name} four times as long costs no more than about four times as much`, (context) => {
    const ratios = hostile.map((sign) => {
      const of = (length: number) => sign.repeat(Math.ceil(length / sign.length))
      const [short, long] = [of(1000), of(4000)]
      const ratio =
        costOf(() => read(long)) /
        Math.max(
          costOf(() => read(short)),
          0.2,
        )
      return { sign, ratio }
    })
    // Quadratic would be sixteen.
    const worst = ratios.toSorted((one, other) => other.ratio - one.ratio)[0] ?? { sign: '', ratio: 0 }
    context.diagnostic(`${name}: worst ${worst.ratio.toFixed(1)} for ${JSON.stringify(worst.sign)}`)
    assert.ok(worst.ratio < 9, `${worst.ratio} for ${worst.sign}`)
  })
}

for (const [name, line] of Object.entries({ empty: '\n', broken: '{\n', 'of one letter': 'x\n' })) {
  test(`N1: a report of nothing but ${name} lines costs less than a report of the same size`, (context) => {
    const size = 50_000
    const honest = eventOf('what happened, and where, in words '.repeat(Math.floor(size / 8000)))
    const lines = line.repeat(size / line.length)
    const [few, many] = [costOf(() => readEnvelope(honest)), costOf(() => readEnvelope(lines))]
    context.diagnostic(
      `${many.toFixed(1)} ms of lines, ${few.toFixed(1)} ms of an event of ${honest.length} characters`,
    )
    assert.ok(many < few, `${many} ms against ${few} ms`)
  })
}
